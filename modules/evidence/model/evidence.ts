import { bool, choice, date, decimal, dict, dictionary, entity, files, integer, ref, text } from '#model'
import { BY_STUDENT } from '#modules/student/model/scope.ts'

export const evidenceKind = dictionary('evidenceKind', '佐证类别', {
  award: '获奖',
  punishment: '处分',
  activity: '活动',
  volunteer: '志愿服务',
  office: '任职',
  labour: '劳动',
  certificate: '证书',
  competition: '竞赛',
  paper: '论文专利',
  dormitoryCheck: '宿舍检查',
  absence: '缺勤',
  practice: '实践',
  enlistment: '参军入伍',
})
export const evidenceLevel = dictionary('evidenceLevel', '佐证级别', {
  international: '国际级',
  national: '国家级',
  provincial: '省级',
  municipal: '市级',
  school: '校级',
  college: '院级',
  class: '班级',
})
export const evidencePlace = dictionary('evidencePlace', '获奖等次', { special: '特等', first: '一等', second: '二等', third: '三等' })
export const TEAM_ROLES = { individual: '个人', lead: '负责人', member: '成员' } as const
const fixed = { required: true, readonly: true } as const
const readonly = { readonly: true } as const
/** `sourceType` of entries made from what students declared. */
export const DECLARED = 'declaration'
export const REVERSED = 'reversal'

/** 佐证: what a student has done or got, once for all that is made of it. An entry is never changed: a reversal stands against it. */
export const evidence = entity(
  'evidence.evidence',
  '佐证',
  {
    studentId: ref('student', '学生', fixed),
    occurredOn: date('日期', { ...fixed, sortable: true }),
    xn: text('学年', { ...readonly, max: 9 }),
    xqM: text('学期', { ...readonly, max: 1 }),
    sourceType: text('来源', { ...fixed, max: 40 }),
    sourceId: text('来源编号', { ...fixed, max: 64 }),
    sourceSeq: integer('来源序号', { ...fixed, initial: 0 }),
    kind: dict('类别', evidenceKind, fixed),
    level: dict('级别', evidenceLevel, readonly),
    place: dict('等次', evidencePlace, readonly),
    teamRole: choice('角色', TEAM_ROLES, readonly),
    teamSize: integer('人数', { ...readonly, min: 1, max: 99 }),
    quantity: decimal('时长或次数', { ...readonly, precision: 8, scale: 2 }),
    achievementKey: text('成果', { ...readonly, max: 64, secret: 'internal' }),
    title: text('内容', { ...fixed, max: 120, search: true }),
    files: files('证明材料', { ...readonly, maxFiles: 5, types: ['pdf', 'jpg', 'png'] }),
    reversesId: ref('evidence', '冲销哪一条', readonly),
    reason: text('冲销原因', { ...readonly, max: 200, translatable: true }),
    /** Values at the time: figures of ten years outlive moves. */
    grade: integer('年级', readonly),
    departmentId: ref('department', '学院', readonly),
    majorId: ref('major', '专业', readonly),
    classId: ref('stuClass', '班级', readonly),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
    source: text('出处', { computed: true, max: 60 }),
    isReversed: bool('已冲销', { computed: true }),
  },
  {
    title: 'title',
    scope: BY_STUDENT,
    unique: [['studentId', 'kind', 'sourceType', 'sourceId', 'sourceSeq']],
    sort: ['-occurredOn'],
    verbs: ['list', 'export'],
    appendOnly: true,
    countsUpTo: 10_000,
    refusals: {
      kind: '“{kind}”不能作为佐证：健康、咨询、关注和困难情况都不记入佐证',
      future: '日期 {day} 还没有到',
      reversed: '“{title}”已经冲销',
      reversal: '这一条本身就是冲销，不能再冲销',
    },
  },
)
