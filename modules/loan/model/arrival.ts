import { action, bool, choice, date, entity, integer, list, money, ref, shape, text } from '#model'
import { BY_STUDENT_OF_COLLEGE } from '#modules/student/model/scope.ts'

const fixed = { required: true, readonly: true } as const
const readonly = { readonly: true } as const
const total = { required: true, readonly: true, initial: 0 } as const
const need = { required: true } as const

/** 放款文件: what a bank or loan centre says it paid. The same file is loaded once. */
export const loanArrivalFile = entity(
  'loan.loanArrivalFile',
  '放款文件',
  {
    name: text('文件', { ...fixed, max: 200, search: true }),
    digest: text('摘要', { ...fixed, max: 64 }),
    profileId: ref('exportProfile', '格式', fixed),
    count: integer('笔数', total),
    total: money('金额', total),
    matched: integer('已匹配', total),
    again: integer('此前已导入', total),
    loadedById: ref('user', '导入人', readonly),
  },
  {
    title: 'name',
    scope: {},
    unique: [['digest']],
    sort: ['-createdAt'],
    verbs: ['list'],
    refusals: {
      seen: '这个文件已由{who}在 {at} 导入',
      empty: '文件里没有放款记录',
      bad: '第 {lines} 行的金额或日期不对，没有导入',
      twice: '第 {line} 行的银行流水号 {bankSeq} 在文件里重复',
      profile: '“{name}”不是放款文件的格式',
    },
  },
)
/** Why a row waits for somebody. */
export const UNMATCHED = {
  unknown: '没有对应的贷款',
  foreign: '合同是另一名学生的',
  several: '有几笔贷款都对得上',
  over: '到账多于贷款金额',
  state: '贷款不在等待放款',
  undone: '已撤销匹配',
} as const
/** 放款: one row of a file, and what it paid. `sourceSeq` of its entries is the round: a row that is matched anew counts one more. */
export const loanArrival = entity(
  'loan.loanArrival',
  '放款明细',
  {
    batchFileId: ref('loanArrivalFile', '放款文件', fixed),
    line: integer('行', fixed),
    loanId: ref('creditLoan', '助学贷款', readonly),
    studentId: ref('student', '学生', { ...readonly, search: true }),
    name: text('姓名', { ...readonly, max: 60, search: true }),
    contractNo: text('合同号', { ...readonly, max: 40, sensitivity: 'S2', encrypted: true }),
    contractTail: text('合同号末四位', { ...readonly, max: 4 }),
    idNo: text('证件号', { ...readonly, max: 20, sensitivity: 'S1', mask: 'idNo', encrypted: true }),
    amount: money('金额', { ...fixed, sortable: true }),
    arrivedOn: date('放款日期', { ...fixed, sortable: true }),
    bankSeq: text('银行流水号', { ...fixed, max: 60, search: true }),
    matched: bool('已匹配', { ...fixed, initial: false }),
    why: choice('未匹配原因', UNMATCHED, readonly),
    offsetTotal: money('抵费用', total),
    surplus: money('余款', total),
    round: integer('轮次', { required: true, readonly: true, initial: 1, secret: 'internal' }),
    matchedById: ref('user', '匹配人', readonly),
    undoById: ref('user', '申请撤销', readonly),
    undoReason: text('撤销原因', { ...readonly, max: 200 }),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
  },
  {
    title: 'bankSeq',
    scope: BY_STUDENT_OF_COLLEGE,
    unique: [['bankSeq']],
    sort: ['-arrivedOn'],
    verbs: ['list', 'export'],
    countsUpTo: 10_000,
    refusals: {
      matched: '流水 {bankSeq} 已匹配',
      notMatched: '流水 {bankSeq} 还没有匹配',
      notAsked: '流水 {bankSeq} 还没有人申请撤销',
      asked: '流水 {bankSeq} 已有人申请撤销，等另一人确认',
      sameHand: '申请撤销和确认撤销要由两个人完成',
      over: '到账 {amount} 元多于还没有放的 {left} 元',
      state: '{xn} 学年的贷款{state}，不在等待放款',
    },
  },
)
const fileId = text('文件', { ...need, max: 36 })
const asked = { profileId: ref('exportProfile', '格式', need), fileId }
const row = shape('放款', {
  line: integer('行', need),
  name: text('姓名', { max: 60 }),
  amount: money('金额', need),
  bankSeq: text('银行流水号', { ...need, max: 60 }),
  why: choice('未匹配原因', UNMATCHED),
})
const figures = {
  count: integer('笔数', need),
  total: money('金额', need),
  matched: integer('已匹配', need),
  unmatched: integer('未匹配', need),
  again: integer('此前已导入', need),
}
/** What a file would book: nothing is written. */
export const previewArrivals = action('loan.loanArrival.preview', '预览放款文件', {
  permission: 'loan:loanArrival:import',
  input: asked,
  output: { ...figures, over: integer('多于贷款金额', need), rows: list('没有匹配的行', row, need) },
})
export const importArrivals = action('loan.loanArrival.import', '导入放款文件', { input: asked, output: { fileId, ...figures } })
const id = ref('loanArrival', '放款明细', need)
const withRow = { input: { id }, output: 'none', inScope: true } as const
/** 40-L4: somebody finds the loan of a row that fits none by itself. */
export const matchArrival = action('loan.loanArrival.match', '匹配', { ...withRow, input: { id, loanId: ref('creditLoan', '助学贷款', need) } })
/** A reversal is asked for by one and carried out by another (40-M4). */
export const askUnmatch = action('loan.loanArrival.askUnmatch', '申请撤销匹配', {
  ...withRow,
  permission: matchArrival.permission,
  input: { id, reason: text('原因', { ...need, max: 200 }) },
})
export const unmatchArrival = action('loan.loanArrival.unmatch', '确认撤销', withRow)
