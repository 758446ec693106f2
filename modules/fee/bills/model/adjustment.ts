import { action, choice, date, entity, money, ref, states, text } from '#model'
import { BY_STUDENT_OF_COLLEGE } from '#modules/student/model/scope.ts'

export const ADJUSTMENTS = { charge: '调整应收', reduce: '减免', reverse: '冲销', giveBack: '退还预存' } as const
/** What is changed on a line by hand; a wrong reduction is reversed. */
export const ON_LINE = { charge: ADJUSTMENTS.charge, reduce: ADJUSTMENTS.reduce } as const
const readonly = { readonly: true } as const
const fixed = { required: true, readonly: true } as const
const need = { required: true } as const

export const adjustmentStates = states(
  {
    pending: { label: '待复核', tone: 'waiting' },
    done: { label: '已入账', tone: 'done' },
    rejected: { label: '未通过', tone: 'refused' },
  },
  { approve: ['pending'], reject: ['pending'] },
)
export const adjustmentRefusals = {
  sameHand: '经办和复核不能是同一人',
  closed: '{item}已撤回，不能调账',
  handedIn: '{item}由其他业务交来，应收由那里决定；要少收请记减免',
  zero: '金额不能是 0',
  positive: '减免要大于 0；减错了请冲销那一笔',
  entry: '这一笔不能冲销：缴费按退款办理，贷款和其他业务的抵缴在那里撤销',
  reversed: '这一笔已经冲销过',
  own: '自有的预存按支付订单退款',
  short: '预存只有 {balance} 元，要退 {amount} 元',
  toBank: '贷款的预存退回银行，不退回经费',
  slip: '退回银行或资助方要填写转账凭证号',
}
/** 调账: a change of one line or credit by hand, prepared by one person of finance and posted by another (40-M4). */
export const adjustment = entity(
  'fee.adjustment',
  '调账',
  {
    kind: choice('方式', ADJUSTMENTS, fixed),
    lineId: ref('billLine', '应缴明细', readonly),
    creditId: ref('payerCredit', '预存', readonly),
    /** The ledger entry that is reversed. */
    entryId: ref('ledgerEntry', '冲销的流水', readonly),
    studentId: ref('student', '学生', readonly),
    payerName: text('缴费人', { ...fixed, max: 60, search: true }),
    about: text('项目', { ...fixed, max: 80, search: true }),
    amount: money('金额', { ...fixed, sortable: true }),
    reason: text('原因', { ...fixed, max: 200 }),
    /** Where money of aid goes back to; money of a loan goes to the bank by a transfer. */
    fundId: ref('fundAccount', '退回经费', readonly),
    slipNo: text('转账凭证号', { ...readonly, max: 40, search: true }),
    state: adjustmentStates.field('状态', { initial: 'pending', sortable: true }),
    makerId: ref('user', '经办', readonly),
    checkerId: ref('user', '复核', readonly),
    checkedOn: date('复核日期', readonly),
    why: text('说明', { ...readonly, max: 300 }),
  },
  {
    title: 'about',
    scope: BY_STUDENT_OF_COLLEGE,
    sort: ['-createdAt'],
    verbs: ['list', 'export'],
    countsUpTo: 10_000,
    refusals: adjustmentRefusals,
  },
)
const id = text('编号', { required: true, max: 36 })
const reason = text('原因', { required: true, max: 200 })
const asked = { adjustmentId: text('调账', { ...need, max: 36 }) } as const
export const adjustLine = action('fee.adjustment.adjustLine', '调账', {
  input: {
    lineId: ref('billLine', '应缴明细', need),
    kind: choice('方式', ON_LINE, need),
    amount: money('金额', { ...need, help: '调整应收时，多收填正数，少收填负数' }),
    reason,
  },
  output: asked,
  refusals: adjustmentRefusals,
})
export const reverseEntry = action('fee.adjustment.reverseEntry', '冲销这一笔', {
  input: { entryId: ref('ledgerEntry', '流水', need), reason },
  output: asked,
  refusals: adjustmentRefusals,
})
export const giveBackCredit = action('fee.adjustment.giveBackCredit', '退还', {
  input: {
    creditId: ref('payerCredit', '预存', need),
    amount: money('金额', { ...need, min: 1 }),
    fundId: ref('fundAccount', '退回经费', { help: '资助的钱退回学校的经费时选；退回银行或校外资助方的不选，复核时填写转账凭证号' }),
    reason,
  },
  output: asked,
  refusals: adjustmentRefusals,
})
export const approveAdjustment = action('fee.adjustment.approve', '复核通过', {
  input: { id, slipNo: text('转账凭证号', { max: 40, help: '退回银行或校外资助方的转账' }) },
  output: 'none',
  inScope: true,
  refusals: adjustmentRefusals,
})
export const rejectAdjustment = action('fee.adjustment.reject', '不通过', { input: { id, why: text('说明', { required: true, max: 300 }) }, output: 'none', inScope: true })
export const adjustmentActions = [adjustLine, reverseEntry, giveBackCredit, approveAdjustment, rejectAdjustment]
