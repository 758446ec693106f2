import { choice, date, entity, money, ref, text } from '#model'
import { ENTRY_KEYS, entryFields } from '#model/ledger.ts'
import { BY_STUDENT_OF_COLLEGE } from '#modules/student/model/scope.ts'

export const BOOKS = { student: '学生往来', fund: '经费', league: '团费' } as const
export type Book = keyof typeof BOOKS
/** All kinds of entries; each ledger takes those of its accounts. A reversal has the kind of what it reverses. */
export const ENTRY_KINDS = {
  charge: '应收',
  reduce: '减免',
  pay: '缴费',
  loanOffset: '贷款抵缴',
  aidOffset: '资助抵缴',
  creditIn: '转入预存',
  creditOut: '预存抵缴',
  refund: '退款',
  budget: '预算',
  reserve: '占用',
  release: '释放',
  spend: '支出',
  remit: '上缴',
} as const
const fixed = { required: true, readonly: true } as const

/** 资金台账. The ledgers of all books share it; `accountKey` names the account for people: an item and school year, a fund, a branch. */
export const ledgerEntry = entity(
  'money.ledgerEntry',
  '资金台账',
  {
    entryNo: text('流水号', { ...fixed, max: 24, search: true }),
    book: choice('账簿', BOOKS, fixed),
    ...entryFields(null, '账户', ENTRY_KINDS, money('金额', fixed)),
    accountKey: text('账户', { ...fixed, max: 60, search: true }),
    /** Whom the money concerns; also ties the entry to who may read it. */
    studentId: ref('student', '学生', { readonly: true }),
    bizDate: date('记账日', { ...fixed, sortable: true }),
    operatorId: ref('user', '经手人', { readonly: true }),
  },
  {
    title: 'entryNo',
    scope: BY_STUDENT_OF_COLLEGE,
    unique: [...ENTRY_KEYS, ['entryNo']],
    sort: ['-bizDate'],
    verbs: ['list', 'export'],
    appendOnly: true,
    countsUpTo: 10_000,
    refusals: { span: '一次最多导出 {most} 天' },
  },
)
/** An accounting day of a channel (a merchant account, say) that takes no entry any more. */
export const closedDay = entity(
  'money.closedDay',
  '已结账日',
  { channel: text('渠道', { ...fixed, max: 36 }), bizDate: date('记账日', fixed), closedBy: ref('user', '结账人', { readonly: true }) },
  { title: 'bizDate', scope: {}, unique: [['channel', 'bizDate']], verbs: [], appendOnly: true },
)
