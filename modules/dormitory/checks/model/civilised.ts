import { SUBMITTED_STATES } from '#flow/index.ts'
import { choice, date, datetime, decimal, entity, integer, list, ref, states, text } from '#model'
import { noticeFields } from '#modules/workflow/notices/model/notice.ts'
import { conditionFields } from '#modules/workflow/rounds/model/conditions.ts'
import { atEndField, roundFields, roundRefusals } from '#modules/workflow/rounds/model/round.ts'
import { roundActions } from '#modules/workflow/rounds/model/round-actions.ts'
import { qualifyActions } from '#modules/workflow/rounds/model/round-qualify.ts'
import { quotaActions } from '#modules/workflow/rounds/model/round-quota.ts'

const readonly = { readonly: true } as const
export const civilisedStages = states({
  applying: { label: '申报审批', tone: 'going' },
  publicised: { label: '公示中', tone: 'going' },
  awarded: { label: '已授予', tone: 'done' },
})
export const CIVILISED_STAGES = civilisedStages.labels
/** 文明寝室评选: one a term. */
export const civilisedRound = entity(
  'dormitory.civilisedRound',
  '文明寝室评选',
  {
    ...roundFields,
    ...atEndField,
    ...noticeFields,
    ...conditionFields,
    from: date('成绩开始', { required: true, help: '从这一天起的卫生成绩计入' }),
    to: date('成绩截止', { required: true }),
    minMean: decimal('平均分不低于', { required: true, scale: 1, precision: 5, initial: 90 }),
    minSingle: decimal('单次不低于', { required: true, scale: 1, precision: 5, initial: 75 }),
    quotaPercent: integer('名额比例', { required: true, min: 1, max: 100, initial: 15, help: '占各学院房间数的百分比' }),
    stage: choice('阶段', CIVILISED_STAGES, { required: true, ...readonly, initial: 'applying' }),
    noticeId: ref('publicNotice', '公示', readonly),
    appliedCount: integer('申报', { computed: true }),
    awardedCount: integer('授予', { computed: true }),
  },
  {
    title: 'name',
    scope: { department: 'ownerDepartmentId' },
    select: 'scoped',
    sort: ['-beginTime'],
    verbs: ['list', 'add', 'update', 'remove', 'export'],
    refusals: { ...roundRefusals, span: '成绩截止 {to} 早于成绩开始 {from}', running: '“{name}”{state}，不能再改{what}' },
  },
)
export const civilisedRoundActions = roundActions(civilisedRound)
export const civilisedQuotaActions = quotaActions(civilisedRound)
export const civilisedQualifyActions = qualifyActions(civilisedRound)

export const civilisedStates = states(
  { ...SUBMITTED_STATES, publicised: { label: '公示中', tone: 'going' }, awarded: { label: '已授予', tone: 'done' }, lost: { label: '已取消称号', tone: 'refused' } },
  { withdraw: ['pending', 'returned'] },
)
/** 文明寝室: a room's application in a round, with the facts at that time. */
export const civilisedRoom = entity(
  'dormitory.civilisedRoom',
  '文明寝室',
  {
    roundId: ref('civilisedRound', '评选', { required: true, immutable: true }),
    roomId: ref('dormRoom', '房间', { required: true, immutable: true }),
    dormId: ref('dormBuilding', '楼栋', readonly),
    classId: ref('stuClass', '班级', readonly),
    departmentId: ref('department', '学院', readonly),
    /** The applicant of the room. */
    studentId: ref('student', '申报人', { required: true, ...readonly }),
    studentIds: list('成员', ref('student', '学生'), { required: true, ...readonly, max: 40 }),
    mean: decimal('平均分', { required: true, ...readonly, scale: 2, precision: 6, sortable: true }),
    lowest: decimal('最低分', { required: true, ...readonly, scale: 1, precision: 5 }),
    checks: integer('检查次数', { required: true, ...readonly }),
    reason: text('申报说明', { max: 300, multiline: true }),
    state: civilisedStates.field('状态', { sortable: true }),
    stateNote: text('说明', { ...readonly, max: 200 }),
    awardedAt: datetime('授予时间', { ...readonly, sortable: true }),
    lostAt: datetime('取消时间', readonly),
  },
  {
    title: 'roomId',
    unique: [['roundId', 'roomId']],
    scope: { student: 'studentId', class: 'classId', department: 'departmentId', building: 'dormId.buildingId' },
    select: 'scoped',
    sort: ['-mean'],
    verbs: ['list', 'export'],
    refusals: {
      noRoom: '你现在没有在住的房间，不能申报',
      twice: '{room} 已由{name}申报，{state}',
      mean: '{room} 平均 {mean} 分，低于 {least} 分',
      single: '{room} 最低一次 {lowest} 分，低于 {least} 分',
      unchecked: '{room} 在 {from} 至 {to} 没有卫生成绩',
      violation: '{room} 在 {from} 至 {to} 有 {count} 次一般及以上违纪',
      noAccount: '{name}还没有账号，不能提交申报',
    },
  },
)
