import { bool, choice, date, datetime, decimal, entity, files, integer, json, list, ref, states, text } from '#model'
import { roundFields, roundRefusals } from '#modules/workflow/rounds/model/round.ts'
import { roundActions } from '#modules/workflow/rounds/model/round-actions.ts'
import { GRADES } from './items.ts'
import { CHECK_KINDS, SCOPE_KINDS } from './scheme.ts'
import type { Scored, Sheet } from './score.ts'

const readonly = { readonly: true } as const
/** 检查任务: a round whose audience are its checkers. The rooms are fixed at publication. */
export const checkTask = entity(
  'dormitory.checkTask',
  '检查任务',
  {
    ...roundFields,
    schemeId: ref('checkScheme', '检查方案', { required: true }),
    scopeKind: choice('检查范围', SCOPE_KINDS, { required: true, initial: 'buildings' }),
    dormIds: list('楼栋', ref('dormBuilding', '楼栋'), { max: 200, help: '不选为全部楼栋' }),
    samplePercent: integer('抽查比例', { min: 1, max: 100, initial: 10, help: '只用于随机抽查，按房间数计' }),
    seed: integer('随机种子', { min: 0, max: 2_000_000_000, help: '同一个种子抽到同样的房间；不填由系统定' }),
    blind: bool('盲评', { required: true, initial: false, help: '检查人看不到房间里住的是谁' }),
    /** The task whose failed rooms are rechecked. */
    recheckOf: ref('checkTask', '复查自', readonly),
    /** First day of the period it was generated for: one task per period. */
    period: date('周期', readonly),
    roomCount: integer('房间数', { required: true, ...readonly, initial: 0 }),
    doneCount: integer('已查', { computed: true }),
    failCount: integer('不合格', { computed: true }),
  },
  {
    title: 'name',
    scope: { department: 'ownerDepartmentId' },
    select: 'scoped',
    sort: ['-beginTime'],
    verbs: ['list', 'add', 'update', 'remove', 'export'],
    refusals: {
      ...roundRefusals,
      schemeOff: '检查方案“{scheme}”已停用',
      running: '“{name}”{state}，不能再改{what}',
      noRooms: '这个范围里没有住人的房间',
      noSample: '随机抽查要填抽查比例',
      dormScope: '有 {count} 栋楼不存在，或不在你的数据范围内',
    },
  },
)
export const checkTaskActions = roundActions(checkTask)

export const objectionStates = states({
  none: { label: '无异议', tone: 'over' },
  open: { label: '异议待处理', tone: 'attention' },
  upheld: { label: '维持原分', tone: 'over' },
  changed: { label: '已改分', tone: 'done' },
})
/** 检查记录: one room in one task, for all its checkers. */
export const checkRecord = entity(
  'dormitory.checkRecord',
  '检查记录',
  {
    taskId: ref('checkTask', '检查任务', { required: true, immutable: true }),
    roomId: ref('dormRoom', '房间', { required: true, immutable: true }),
    dormId: ref('dormBuilding', '楼栋', readonly),
    kind: choice('类别', CHECK_KINDS, { required: true, ...readonly }),
    /** The class of most occupants; its counsellor follows up. */
    classId: ref('stuClass', '班级', readonly),
    departmentId: ref('department', '学院', readonly),
    checkerIds: list('检查人', ref('user', '检查人'), { ...readonly, max: 20 }),
    checkedAt: datetime('检查时间', { required: true, ...readonly, sortable: true }),
    /** Monday of the week it counts for. */
    week: date('周', { required: true, ...readonly, sortable: true }),
    /** Latest submission of each checker; scores are derived from them. */
    sheets: json<readonly Sheet[], { required: true; readonly: true; secret: 'internal' }>('检查表', { required: true, ...readonly, secret: 'internal' }),
    /** Keys of deductions cancelled after an objection. */
    dropped: json<readonly string[]>('撤销的扣分', { ...readonly, secret: 'internal' }),
    itemScores: json<Scored>('各项得分', readonly),
    publicScore: decimal('公共得分', { ...readonly, scale: 1, precision: 5 }),
    personalScore: decimal('个人得分', { ...readonly, scale: 1, precision: 5 }),
    roomScore: decimal('得分', { ...readonly, scale: 1, precision: 5, sortable: true }),
    grade: choice('等级', GRADES, { ...readonly, sortable: true }),
    vetoItems: json<readonly string[]>('一票否决', readonly),
    photos: files('照片', { ...readonly, maxFiles: 9, mostMb: 10, types: ['jpg', 'jpeg', 'png'] }),
    note: text('说明', { ...readonly, max: 200 }),
    noOneIn: bool('无人', { required: true, ...readonly, initial: false }),
    refused: bool('拒绝检查', { required: true, ...readonly, initial: false }),
    /** Counts for the week and ranking: somebody was let in, or two were refused. */
    isValid: bool('有效', { required: true, ...readonly, initial: true }),
    objectionState: objectionStates.field('异议', { initial: 'none' }),
    objectionText: text('异议理由', { ...readonly, max: 500, multiline: true }),
    objectionBy: ref('student', '提出人', readonly),
    objectionAt: datetime('提出时间', { ...readonly, sortable: true }),
    objectionAnswer: text('异议答复', { ...readonly, max: 500 }),
    objectionAnsweredAt: datetime('答复时间', readonly),
    recheckTaskId: ref('checkTask', '复查任务', readonly),
  },
  {
    title: 'roomId',
    unique: [['taskId', 'roomId']],
    scope: { class: 'classId', department: 'departmentId', building: 'dormId.buildingId' },
    select: 'scoped',
    sort: ['-checkedAt'],
    countsUpTo: 10_000,
    verbs: ['list', 'export'],
  },
)
export const WEEK_LEVELS = { room: '房间', class: '班级', college: '学院' } as const
export type WeekLevel = keyof typeof WEEK_LEVELS
/** 周成绩: weekly result of a room, class or college from valid health records. Without a score it was not checked. */
export const checkWeek = entity(
  'dormitory.checkWeek',
  '卫生周成绩',
  {
    week: date('周', { required: true, ...readonly, sortable: true }),
    level: choice('排名', WEEK_LEVELS, { required: true, ...readonly }),
    roomId: ref('dormRoom', '房间', readonly),
    dormId: ref('dormBuilding', '楼栋', readonly),
    classId: ref('stuClass', '班级', readonly),
    departmentId: ref('department', '学院', readonly),
    /** Residents of the room at the end of the week. */
    studentIds: list('学生', ref('student', '学生'), { ...readonly, max: 40 }),
    score: decimal('得分', { ...readonly, scale: 2, precision: 6, sortable: true }),
    checks: integer('检查次数', { required: true, ...readonly, initial: 0 }),
    rank: integer('名次', { ...readonly, sortable: true }),
    /** Number of ranked ones it is compared with. */
    ranked: integer('参与排名', { ...readonly }),
    publishedAt: datetime('公布时间', readonly),
  },
  {
    title: 'roomId',
    scope: { class: 'classId', department: 'departmentId', building: 'dormId.buildingId' },
    select: 'scoped',
    sort: ['-week', 'rank'],
    countsUpTo: 10_000,
    verbs: ['list', 'export'],
  },
)
