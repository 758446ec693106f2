import { SUBMITTED_STATES } from '#flow/index.ts'
import { bool, choice, date, decimal, dict, entity, files, integer, ref, states, text } from '#model'
import { BY_STUDENT } from '#modules/student/model/scope.ts'
import { evidenceLevel, evidencePlace, TEAM_ROLES } from './evidence.ts'

/** What students may declare themselves; the rest is stated by the modules that know it. */
export const DECLARABLE = {
  competition: '竞赛',
  paper: '论文专利',
  certificate: '证书',
  volunteer: '志愿服务',
  practice: '实践',
  activity: '活动',
  labour: '劳动',
  office: '任职',
  award: '获奖',
} as const

/** Form fields of the student. */
export const asked = {
  kind: choice('类别', DECLARABLE, { required: true }),
  title: text('内容', { required: true, min: 2, max: 120, help: '写全称，如“第十五届蓝桥杯全国软件大赛 Java 组”' }),
  occurredOn: date('日期', { required: true }),
  level: dict('级别', evidenceLevel),
  place: dict('等次', evidencePlace),
  teamRole: choice('角色', TEAM_ROLES, { initial: 'individual' }),
  teamSize: integer('人数', { min: 1, max: 99, help: '团队项目填总人数' }),
  quantity: decimal('时长或次数', { precision: 8, scale: 2, min: 0.01, max: 9999, help: '志愿服务、劳动填小时' }),
  proofs: files('证明材料', { required: true, maxFiles: 5, types: ['pdf', 'jpg', 'png'] }),
  isDistinct: bool('与已有的不是同一件事', { initial: false }),
} as const
export const declarationStates = states(SUBMITTED_STATES, { resubmit: ['returned'], withdraw: ['pending', 'returned'] })

export const evidenceDeclaration = entity(
  'evidence.evidenceDeclaration',
  '自主申报',
  {
    studentId: ref('student', '学生', { required: true, immutable: true }),
    /** Values at the time of application; data scope follows the student. */
    departmentId: ref('department', '学院', { readonly: true }),
    classId: ref('stuClass', '班级', { readonly: true }),
    ...asked,
    state: declarationStates.field('状态', { sortable: true }),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
  },
  {
    title: 'title',
    scope: BY_STUDENT,
    sort: ['-createdAt'],
    verbs: ['list', 'export'],
    refusals: {
      future: '日期 {day} 还没有到',
      similar: '和已有的“{title}”（{day}）很像。确实不是同一件事，请勾选“与已有的不是同一件事”再提交',
      teamSize: '团队项目请填人数，至少 2 人',
      noProof: '请上传证明材料',
    },
  },
)
