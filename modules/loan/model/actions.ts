import { action, bool, choice, date, integer, list, money, pickFields, ref, revealedAll, shape, text } from '#model'
import { creditLoan, given, LOAN_KINDS } from './credit-loan.ts'
import { loanStates } from './loan-states.ts'
import { loanReceipt, proof, receiptStates } from './receipt.ts'

const need = { required: true } as const
const OWN = 'what the borrower entered, or their own record knows'
const id = ref('creditLoan', '助学贷款', need)
const receiptId = ref('loanReceipt', '贷款回执', need)
const contract = text('合同号', { ...need, max: 40 })
const made = { id: text('编号', { ...need, max: 36 }) }

/** 40-L1, L2: a student registers an origin-based loan by a picture of its receipt. */
export const registerMine = action('loan.creditLoan.registerMine', '登记生源地贷款', {
  input: { contractNo: contract, ...given, proof: { ...proof, options: { ...proof.options, ...need } } },
  output: made,
})
/** The office registers what the county or the bank tells it. */
export const registerLoan = action('loan.creditLoan.register', '登记贷款', {
  input: { studentId: ref('student', '学生', need), kind: choice('类型', LOAN_KINDS, need), contractNo: contract, ...given },
  output: made,
})
/** 40 §6: what the bank says of a campus-based loan that the school has approved. */
export const agreeLoan = action('loan.creditLoan.agree', '登记银行批复', {
  input: { id, contractNo: contract, approved: given.approved, expectedOn: date('预计到账', need) },
  output: 'none',
  inScope: true,
})
export const declineLoan = action('loan.creditLoan.decline', '登记未获批', { input: { id, reason: text('原因', { ...need, max: 200 }) }, output: 'none', inScope: true })
/** Receipts that went to the loan centre: their money is awaited. */
export const sendLoans = action('loan.creditLoan.send', '已送助贷中心', {
  input: { ids: list('助学贷款', id, { ...need, min: 1, max: 500 }), expectedOn: date('预计到账', need) },
  output: { sent: integer('已送', need) },
})
const LATER = { active: '在贷', repaying: '还款中', settled: '已结清', lost: '失联' } as const
/** What the bank tells of a loan after graduation. */
export const followLoan = action('loan.creditLoan.follow', '登记还款情况', {
  input: { id, state: choice('还款情况', LATER, need), note: text('说明', { max: 200 }) },
  output: 'none',

  inScope: true,
})
const takes = { permission: 'loan:loanReceipt:enter', inScope: true } as const
/** 40 §6: one officer has a receipt open; the next one learns who. */
export const takeReceipt = action('loan.loanReceipt.take', '录入', {
  ...takes,
  input: { id: receiptId },
  output: {
    ...made,
    ...revealedAll(pickFields(loanReceipt.fields, ['proof', 'deadline', 'note']), 'the queue in which the receipt is compared with its loan'),
    name: text('姓名', { ...need, max: 60 }),
    studentNo: text('学号', { max: 20 }),
    ...pickFields(creditLoan.fields, ['bank', 'xn', 'approved', 'contractTail', 'cantonCode']),
    owed: money('本学年欠费', need),
    codeLength: integer('验证码位数', need),
    heldUntil: loanReceipt.fields.heldUntil,
  },
})
export const enterReceipt = action('loan.loanReceipt.enter', '确认录入', {
  ...takes,
  input: { id: receiptId, checkCode: text('回执验证码', { ...need, max: 10 }), owedConfirmed: money('确认欠费', { ...need, min: 0 }) },
  output: 'none',
})
export const refuseReceipt = action('loan.loanReceipt.refuse', '退回给学生', { ...takes, input: { id: receiptId, reason: text('原因', { ...need, max: 200 }) }, output: 'none' })
/** A new picture in place of one that cannot be read. */
export const proveReceipt = action('loan.loanReceipt.prove', '重拍回执', {
  permission: registerMine.permission,
  input: { id: receiptId, proof: { ...proof, options: { ...proof.options, ...need } } },
  output: 'none',
})
const year = shape('学年', { xn: given.xn, cap: money('最多可贷', need), tuition: money('学费', need), lodging: money('住宿费', need), receiptBy: date('回执截止', need) })
const loan = shape('助学贷款', {
  ...made,
  ...revealedAll(
    pickFields(creditLoan.fields, [
      'kind',
      'bank',
      'xn',
      'approved',
      'contractTail',
      'expectedOn',
      'arrived',
      'offsetTotal',
      'surplus',
      'surplusTo',
      'repaid',
      'note',
      'coverEndsOn',
    ]),
    OWN,
  ),
  state: loanStates.field('状态'),
  receiptId: text('回执', { max: 36 }),
  receiptState: receiptStates.field('回执', { required: false }),
  receiptNote: text('回执说明', { max: 200 }),
  deadline: date('回执截止', {}),
})
/** A borrower's own loans, and how much may be borrowed for this school year. */
export const myLoans = action('loan.creditLoan.own', '我的助学贷款', {
  method: 'GET',
  permission: registerMine.permission,
  output: {
    name: text('姓名', { ...need, max: 60 }),
    year,
    loans: list('助学贷款', loan, need),
    lpr: integer('五年期 LPR（万分之）', need),
    points: integer('利率差（万分之）', need),
    years: integer('最长年限', need),
    grace: integer('还本宽限', need),
    graduates: date('预计毕业', {}),
    mayRegister: bool('可登记', need),
  },
})
