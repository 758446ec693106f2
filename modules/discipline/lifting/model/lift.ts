import { SUBMITTED_STATES } from '#flow/index.ts'
import { action, bool, choice, date, entity, integer, list, ref, shape, states, text } from '#model'
import { BY_STUDENT_OF_COLLEGE } from '#modules/student/model/scope.ts'

const readonly = { readonly: true } as const
const required = { required: true } as const
const S2 = { sensitivity: 'S2' } as const
export const RATINGS = { good: '好', fair: '一般', poor: '差' } as const
export const liftStates = states({ ...SUBMITTED_STATES })

/** 解除申请: that a punishment ends on the record. */
export const punishmentLift = entity(
  'discipline.punishmentLift',
  '解除申请',
  {
    punishmentId: ref('punishment', '处分', { required: true, ...readonly }),
    studentId: ref('student', '学生', { required: true, ...readonly, search: true }),
    statement: text('期间表现', { ...readonly, max: 2000, multiline: true, ...S2 }),
    merit: text('立功和突出表现', { ...readonly, max: 500, multiline: true, ...S2 }),
    applicantId: ref('user', '申请人', readonly),
    state: liftStates.field('状态', { ...readonly, initial: 'pending' }),
  },
  {
    title: 'studentId',
    scope: BY_STUDENT_OF_COLLEGE,
    sort: ['-createdAt'],
    verbs: ['list', 'export'],
    refusals: {
      notInForce: '处分现在{state}，不能申请解除',
      open: '解除申请正在审批',
      unmet: '还不能解除：{items}',
      numbered: '已经解除（{no}），不能取消',
      /** How much it was extended already is not for everybody who may extend. */
      most: '处分期合计最多延长 {most} 个月，再延长 {months} 个月就超过了',
      ready: '{name}已符合解除条件，不用延长',
    },
  },
)
/** 思想汇报: of a month on probation. */
export const observationReport = entity(
  'discipline.observationReport',
  '思想汇报',
  {
    punishmentId: ref('punishment', '处分', { required: true, ...readonly }),
    studentId: ref('student', '学生', { required: true, ...readonly, search: true }),
    month: text('月份', { required: true, ...readonly, max: 7, sortable: true }),
    text: text('内容', { required: true, ...readonly, max: 5000, multiline: true, ...S2 }),
    counsellorComment: text('辅导员评语', { ...readonly, max: 500, multiline: true, ...S2 }),
    rating: choice('评定等次', RATINGS, readonly),
  },
  {
    title: 'month',
    scope: BY_STUDENT_OF_COLLEGE,
    unique: [['punishmentId', 'month']],
    sort: ['-month'],
    verbs: ['list', 'export'],
    refusals: { level: '只有留校察看须每月汇报', month: '月份 {month} 须在 {from} 和 {to} 之间', twice: '{month} 已经汇报' },
  },
)
const refusals = { ...punishmentLift.options.refusals }
const punishmentId = ref('punishment', '处分', required)
const check = shape('条件', { name: text('条件', { required: true, max: 60 }), isMet: bool('符合', required), value: text('现在', { required: true, max: 100 }) })
export const applyLift = action('discipline.punishmentLift.apply', '申请解除处分', {
  input: {
    punishmentId,
    statement: text('期间表现', { required: true, min: 10, max: 2000, multiline: true }),
    merit: text('立功和突出表现', { max: 500, multiline: true, help: '期满前申请的，写明立功、获奖等突出表现' }),
  },
  output: 'none',
  refusals,
})
/** 处分解除: for many at once; each goes through its approval. */
export const startLifts = action('discipline.punishmentLift.start', '发起解除', {
  input: { ids: list('处分', punishmentId, { required: true, min: 1, max: 200 }) },
  output: { started: integer('已发起', required), unmet: list('不符合', text('学生', { required: true, max: 200 }), required) },
  refusals,
})
export const extendPunishment = action('discipline.punishmentLift.extend', '延长处分期', {
  input: { punishmentId, months: integer('延长（月）', { required: true, min: 1, max: 12 }), reason: text('理由', { required: true, min: 2, max: 300, multiline: true }) },
  output: { periodEnd: date('处分期至', required) },
  refusals,
})
/** 50-PN12: the conditions, each with its value. */
export const liftChecks = action('discipline.punishmentLift.checks', '解除条件', {
  method: 'GET',
  permission: 'discipline:punishment:list',
  access: 'signedIn',
  input: { punishmentId },
  output: { checks: list('条件', check, required), months: list('待汇报', text('月份', { required: true, max: 7 }), required), isOpen: bool('审批中', required) },
})
export const makeReport = action('discipline.observationReport.make', '提交思想汇报', {
  input: { punishmentId, month: text('月份', { required: true, max: 7, help: '如 2026-03' }), text: text('内容', { required: true, min: 20, max: 5000, multiline: true }) },
  output: 'none',
  refusals: observationReport.options.refusals ?? {},
})
export const commentReport = action('discipline.observationReport.comment', '评阅', {
  inScope: true,
  input: {
    id: ref('observationReport', '思想汇报', required),
    comment: text('评语', { required: true, max: 500, multiline: true }),
    rating: choice('评定等次', RATINGS, required),
  },
  output: 'none',
})
export const liftActions = [applyLift, startLifts, extendPunishment, liftChecks, makeReport, commentReport]
