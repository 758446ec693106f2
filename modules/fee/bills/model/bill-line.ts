import { choice, date, entity, integer, json, money, ref, text } from '#model'
import { ledger } from '#model/ledger.ts'
import { ledgerEntry } from '#modules/money/ledger/model/ledger-entry.ts'
import { BY_PLACE_OF_STUDENT } from '#modules/student/model/filters.ts'
import { BY_STUDENT_OF_COLLEGE } from '#modules/student/model/scope.ts'
import { FEE_BOOKS } from '../../merchants/model/merchant-account.ts'
import type { Explanation } from './explanation.ts'

export const PAYER_TYPES = { student: '学生', applicant: '考生', alumnus: '校友', external: '校外人员' } as const
export type PayerType = keyof typeof PAYER_TYPES
/** Source of lines that come from the price list. */
export const STANDARD = 'standard'
const fixed = { required: true, readonly: true } as const
const total = { required: true, readonly: true, initial: 0 } as const
/** Who pays: a student, or somebody whom another module knows by this id. */
const payer = {
  payerType: choice('缴费人类型', PAYER_TYPES, fixed),
  payerId: text('缴费人', { ...fixed, max: 36, format: 'uuid' }),
  /** The payer as a student; ties the row to who may read it. */
  studentId: ref('student', '学生', { readonly: true }),
  payerName: text('缴费人', { ...fixed, max: 60, search: true }),
} as const

/** What people are shown of a line; follows from the amounts and dates. */
export const LINE_STATES = {
  unpaid: '待缴',
  part: '部分缴清',
  paid: '已缴清',
  deferred: '缓缴',
  loan: '等待贷款',
  overdue: '逾期',
  exempt: '免缴',
  closed: '已撤回',
} as const
export type LineState = keyof typeof LINE_STATES

/** 应缴明细: one thing that one payer owes. A bill is the lines of a payer and school year. The four totals are those of its ledger entries. */
export const billLine = entity(
  'fee.billLine',
  '应缴明细',
  {
    ...payer,
    itemId: ref('chargeItem', '收费项目', fixed),
    xn: text('学年', { ...fixed, min: 9, max: 9, sortable: true }),
    xqM: text('学期', { readonly: true, max: 1 }),
    sourceType: text('来源', { ...fixed, max: 40 }),
    sourceId: text('来源编号', { ...fixed, max: 80 }),
    sourceSeq: text('来源序号', { ...fixed, max: 20 }),
    charged: money('应收', total),
    reduced: money('减免', total),
    paid: money('已缴', total),
    offset: money('抵缴', total),
    /** charged − reduced − paid − offset, kept by a trigger. */
    owed: money('欠缴', { ...total, sortable: true }),
    dueDate: date('缴费截止', { ...fixed, sortable: true }),
    deferUntil: date('缓缴到', { readonly: true }),
    /** Covered by a registered loan that has not arrived (40-F15). */
    loanPending: money('等待贷款', total),
    /** 40-F15: what an approved instalment plan leaves until later: `{ date, amount }`. */
    instalments: json<ReadonlyArray<{ date: string; amount: number }>>('分期', { readonly: true, untyped: 'checked by the application that makes it' }),
    explain: json<Explanation>('怎么算的', { ...fixed, untyped: 'which standard and which facts, read by the page that explains them' }),
    closedAt: date('撤回日期', { readonly: true }),
    /** When its due date was last reminded of. */
    remindedOn: date('提醒日期', { readonly: true, secret: 'internal' }),
    /** What was last told of its arrears. */
    lateTold: money('已通知的欠费', { ...total, secret: 'internal' }),
    state: choice('状态', LINE_STATES, { computed: true }),
    daysOverdue: integer('逾期天数', { computed: true }),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
  },
  {
    title: 'payerName',
    scope: BY_STUDENT_OF_COLLEGE,
    unique: [['sourceType', 'sourceId', 'sourceSeq']],
    filters: BY_PLACE_OF_STUDENT,
    sort: ['-dueDate'],
    verbs: ['list', 'export'],
    countsUpTo: 10_000,
    refusals: {
      over: '{item}只欠 {available} 元，这次要 {wanted} 元',
      below: '{item}的应收不能少于 0',
      sameHand: '经办和复核要由两个人分别完成',
      moved: '{item}只还有 {held} 元抵缴，不能冲销 {amount} 元：其余已经转入预存',
    },
  },
)
/** A line never holds more than it needs (40-F11): what is over goes to the payer's credit in the same transaction. */
export const billLedger = ledger({
  entry: ledgerEntry,
  account: billLine,
  effects: { charge: { charged: 1 }, reduce: { reduced: 1 }, pay: { paid: 1 }, loanOffset: { offset: 1 }, aidOffset: { offset: 1 } },
  floors: [
    { sum: { charged: 1, reduced: -1, paid: -1, offset: -1 }, refusal: 'over' },
    { sum: { charged: 1 }, refusal: 'below' },
  ],
  needsTwoPeople: true,
})

export const ORIGINS = { own: '自有', loan: '贷款', aid: '资助' } as const
export type Origin = keyof typeof ORIGINS
/** 预存: surplus of a payer, apart by where the money came from and by book (40-G6). */
export const payerCredit = entity(
  'fee.payerCredit',
  '预存',
  {
    ...payer,
    origin: choice('资金来源', ORIGINS, fixed),
    book: choice('账簿', FEE_BOOKS, fixed),
    balance: money('余额', { ...total, sortable: true }),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
  },
  {
    title: 'payerName',
    scope: BY_STUDENT_OF_COLLEGE,
    unique: [['payerType', 'payerId', 'origin', 'book']],
    sort: ['-balance'],
    verbs: ['list', 'export'],
    refusals: { short: '预存只有 {available} 元，这次要 {wanted} 元' },
  },
)
export const creditLedger = ledger({
  entry: ledgerEntry,
  account: payerCredit,
  effects: { creditIn: { balance: 1 }, creditOut: { balance: -1 }, refund: { balance: -1 } },
  floors: [{ sum: { balance: 1 }, refusal: 'short' }],
  needsTwoPeople: true,
})
const need = { required: true } as const
/** A line as its payer sees it. */
export const shownOfLine = {
  id: text('编号', { ...need, max: 36 }),
  item: text('收费项目', { ...need, max: 60 }),
  xn: billLine.fields.xn,
  charged: money('应收', need),
  paid: money('已缴', need),
  owed: money('欠缴', need),
  dueDate: date('缴费截止', need),
  state: choice('状态', LINE_STATES, need),
} as const
