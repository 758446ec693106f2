import { bool, choice, date, dict, entity, files, money, ref, text } from '#model'
import { bank } from '#modules/money/payout/model/dictionaries.ts'
import { BY_STUDENT_OF_COLLEGE } from '#modules/student/model/scope.ts'
import { loanStates } from './loan-states.ts'

export const LOAN_KINDS = { origin: '生源地', campus: '校园地' } as const
export const SURPLUS_WAYS = { payout: '发到银行卡', credit: '转入预存' } as const
const readonly = { readonly: true } as const
const total = { required: true, readonly: true, initial: 0 } as const

/** What the borrower knows of a loan. */
export const given = {
  bank: dict('经办银行', bank, { required: true }),
  xn: text('学年', { required: true, min: 9, max: 9, sortable: true, help: '如 2026-2027' }),
  approved: money('贷款金额', { required: true, min: 1, sortable: true }),
  cantonCode: text('生源地', { max: 6, min: 6, format: 'digits', help: '县区的行政区划代码' }),
  coName: text('共同借款人', { max: 60 }),
  coRelation: text('与本人关系', { max: 20 }),
  coPhone: text('共同借款人电话', { max: 20, format: 'phone', sensitivity: 'S1', mask: 'phone' }),
  isRenewal: bool('续贷', { required: true, initial: false }),
  surplusTo: choice('余款', SURPLUS_WAYS, { required: true, initial: 'payout' }),
} as const
export const contractNo = text('合同号', { max: 40, sensitivity: 'S2', encrypted: true })
/** What a campus-based loan is applied for with. */
export const applied = { reason: text('申请理由', { max: 500, multiline: true }), files: files('证明材料', { maxFiles: 5, types: ['pdf', 'jpg', 'jpeg', 'png'] }) } as const

/** What is owed to the bank. */
export const balanceOf = ({ arrived, repaid }: { arrived: number; repaid: number }): number => arrived - repaid

/** 助学贷款: one loan of a student for a school year, from its receipt to the last instalment. */
export const creditLoan = entity(
  'loan.creditLoan',
  '助学贷款',
  {
    studentId: ref('student', '学生', { required: true, immutable: true, search: true }),
    kind: choice('类型', LOAN_KINDS, { required: true, immutable: true }),
    ...given,
    ...applied,
    contractNo,
    contractTail: text('合同号末四位', { ...readonly, max: 4 }),
    /** How the sum is made up: what goes beyond tuition and lodging is for living (40-L1). */
    tuitionPart: money('学费部分', readonly),
    lodgingPart: money('住宿费部分', readonly),
    livingPart: money('生活费部分', readonly),
    termEnd: date('到期日', readonly),
    state: loanStates.field('状态', { initial: 'registered', sortable: true }),
    /** By when the money is to be here. */
    expectedOn: date('预计到账', { ...readonly, sortable: true }),
    /** 40-L2: until when it still defers what it covers, once it is rejected or late. */
    coverEndsOn: date('缓缴到', readonly),
    arrived: money('已到账', { ...total, sortable: true }),
    offsetTotal: money('已抵费用', total),
    surplus: money('余款金额', total),
    /** By the state, for those who serve (40-E5). */
    repaid: money('国家代偿', total),
    /** Why the bank or the centre did not agree. */
    note: text('说明', { ...readonly, max: 200 }),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
  },
  {
    title: 'xn',
    scope: BY_STUDENT_OF_COLLEGE,
    unique: [['bank', 'contractNo']],
    sort: ['-xn'],
    verbs: ['list', 'export'],
    countsUpTo: 10_000,
    refusals: {
      xn: '“{xn}”不是学年，如 2026-2027',
      second: '{name} {xn} 学年已有{kind}贷款 {amount} 元，一学年只能贷一次',
      overCap: '{xn} 学年最多可贷 {cap} 元，这次要 {asked} 元',
      contract: '合同号是 4 到 40 位字母、数字或横线',
      contractTaken: '合同号末四位 {tail} 已登记在{name}名下',
      foreign: '不是在籍学生，不能登记贷款',
      nothing: '没有选中可以送出的贷款',
    },
  },
)
