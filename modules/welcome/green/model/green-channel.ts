import { SUBMITTED_STATES } from '#flow/index.ts'
import { bool, choice, date, dict, dictionary, entity, files, list, money, ref, shape, states, text } from '#model'
import { BY_PLACE_OF_STUDENT } from '#modules/student/model/filters.ts'
import { BY_STUDENT } from '#modules/student/model/scope.ts'

export const greenReason = dictionary('greenChannelReason', '绿色通道原因', [
  ['hardship', '家庭经济困难'],
  ['loan', '助学贷款办理中'],
  ['disaster', '家庭受灾'],
  ['other', '其他'],
])
export const greenStates = states(SUBMITTED_STATES, { resubmit: ['returned'], withdraw: ['pending', 'returned'] })
/** 爱心礼包: what is given to whoever needs it. */
export const PACKAGES = { bedding: '床上用品', clothing: '服装', daily: '生活用品' } as const
/** Days before the deferral ends at which the student is reminded. */
export const REMIND_DAYS = [14, 3] as const
const MOST_LINES = 20
const need = { required: true } as const
const readonly = { readonly: true } as const
const S2 = { sensitivity: 'S2' } as const
const part = { lineId: ref('billLine', '应缴明细', need), defer: money('缓缴金额', { ...need, min: 1 }) } as const
/** 30-WG6: what is asked for, and why, is sensitive. */
export const asked = {
  reasons: list('原因', dict('原因', greenReason, need), { ...need, min: 1, max: 4, ...S2 }),
  lines: list('缓缴项目', shape('缓缴项目', part), { ...need, min: 1, max: MOST_LINES }),
  loanReceiptCode: text('贷款回执验证码', { max: 20, format: 'code', help: '办了生源地助学贷款的填写', ...S2 }),
  packages: list('爱心礼包', choice('礼包', PACKAGES, need), { max: 3 }),
  expectedPay: date('预计哪天缴清'),
  note: text('说明', { max: 500, multiline: true, ...S2 }),
  proofs: files('证明', { maxFiles: 6, types: ['jpg', 'jpeg', 'png', 'pdf'], help: '没有证明也可以申请，以后再补', ...S2 }),
} as const
/** 绿色通道: a new student enrols first and pays later. */
export const greenChannel = entity(
  'welcome.greenChannel',
  '绿色通道',
  {
    studentId: ref('student', '学生', { ...need, immutable: true, search: true }),
    departmentId: ref('department', '学院', readonly),
    ...asked,
    /** `left`: of what was granted, what is not paid yet. */
    lines: list('缓缴项目', shape('缓缴项目', { ...part, granted: money('同意缓缴'), left: money('还没有缴'), closedOn: date('缴清日期') }), {
      ...need,
      ...readonly,
      max: MOST_LINES,
    }),
    total: money('申请缓缴', { ...need, ...readonly, initial: 0, sortable: true }),
    deferred: money('缓缴中', { ...need, ...readonly, initial: 0, sortable: true }),
    until: date('缓缴到', { ...readonly, sortable: true }),
    hasLoanCode: bool('有贷款回执', { ...need, ...readonly, initial: false }),
    /** 30-WG4 */
    onSite: bool('现场办理', { ...need, ...readonly, initial: false }),
    pointId: ref('welcomePoint', '办理点', readonly),
    /** Days before the end at which it was last reminded of. */
    remindedDays: text('提醒', { ...readonly, max: 5, secret: 'internal' }),
    state: greenStates.field('状态', { sortable: true }),
  },
  {
    title: 'studentId',
    scope: { ...BY_STUDENT, department: 'departmentId' },
    filters: BY_PLACE_OF_STUDENT,
    sort: ['-createdAt'],
    verbs: ['list', 'export'],
    refusals: {
      open: '你已经申请了绿色通道，正在审批',
      unknownLine: '有的项目不是你的应缴，或已撤回',
      twice: '“{item}”选了两次',
      settled: '“{item}”已经缴清，不用缓缴',
      over: '“{item}”只欠 {owed}，不能缓缴 {wanted}',
      voluntary: '“{item}”是自愿购买的，不需要就不用买，不能缓缴',
      planned: '“{item}”已经缓缴或分期，不能再申请',
    },
  },
)
