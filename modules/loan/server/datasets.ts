import { date, money, text } from '#model'
import type { ProfileColumn } from '#modules/exchange/model/columns.ts'
import { type DataRow, dataset } from '#modules/exchange/server/api.ts'
import { bank } from '#modules/money/payout/model/dictionaries.ts'
import { student } from '#modules/student/model/student.ts'
import type { Ctx } from '#server/context.ts'
import { labelsOf } from '#server/params/dictionaries.ts'
import { creditLoan } from '../model/credit-loan.ts'
import { AWAITED } from '../model/loan-states.ts'
import { DATASET } from './read-arrivals.ts'
import type { Loan } from './register.ts'

const EXPORT = 'loan:creditLoan:export'
export const who = {
  name: text('姓名', { max: 60 }),
  studentNo: text('学号', { max: 20 }),
  idNo: student.fields.idNo,
  contractNo: creditLoan.fields.contractNo,
  bank: text('经办银行', { max: 60 }),
  xn: text('学年', { max: 9 }),
  approved: money('贷款金额'),
  cantonCode: text('生源地', { max: 6 }),
}
/** Rows about loans with what files say of their students. */
export async function loanRows({ db }: Pick<Ctx, 'db'>, loans: readonly Loan[], more: (loan: Loan) => DataRow['values']): Promise<DataRow[]> {
  const people = new Map((await db.unscoped(student).all({ id: loans.map(l => l.studentId) })).map(p => [p.id, p])) // of loans in scope
  const bankOf = await labelsOf(db, bank)
  return loans.flatMap(loan => {
    const of = people.get(loan.studentId)
    if (!of) return []
    const { contractNo, xn, approved, cantonCode } = loan
    return [
      {
        ...{ id: loan.id, name: of.name, link: `/loan/loans?studentId=${of.id}` },
        values: { name: of.name, studentNo: of.studentNo, idNo: of.idNo, contractNo, bank: bankOf(loan.bank), xn, approved, cantonCode, ...more(loan) },
      },
    ]
  })
}
const ARRIVALS: readonly ProfileColumn[] = [
  { title: '合同号', source: 'field', field: 'contractNo' },
  { title: '身份证号', source: 'field', field: 'idNo' },
  { title: '姓名', source: 'field', field: 'name' },
  { title: '贷款金额', source: 'field', field: 'approved' },
  { title: '放款金额', source: 'result', field: 'amount' },
  { title: '放款日期', source: 'result', field: 'arrivedOn' },
  { title: '银行流水号', source: 'result', field: 'bankSeq', isKey: true },
]
/** What is awaited, with columns in which the bank says what it paid: its file is read by the same profile (40-X5). */
export default dataset({
  code: DATASET,
  label: '助学贷款放款',
  of: creditLoan,
  fields: who,
  filter: { xn: text('学年', { required: true, max: 9 }) },
  result: { amount: money('放款金额'), arrivedOn: date('放款日期'), bankSeq: text('银行流水号', { max: 60 }) },
  delivered: { target: 'loanCentre', columns: ARRIVALS },
  rows: async (ctx, { xn }) => loanRows(ctx, await ctx.db.visibleFor(creditLoan, EXPORT).all({ xn: String(xn), state: [...AWAITED] }, { sort: ['id'] }), () => ({})),
})
