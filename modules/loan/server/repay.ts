import type { Row } from '#model'
import { yuanText } from '#model/money.ts'
import type { Db } from '#server/context.ts'
import { loanChange } from '../model/change.ts'
import { balanceOf, creditLoan } from '../model/credit-loan.ts'
import { OPEN_LOANS } from '../model/loan-states.ts'

export interface Repayment {
  studentId: string
  amount: number
  on: string
  /** What is repaid by: the same again changes nothing. */
  sourceId: string
}
/** 40-E5: the state repays loans of a student, the oldest first; one that is repaid whole is settled. The bank hears of each by the change file. */
export async function repayLoans(db: Db, { studentId, amount, on, sourceId }: Repayment): Promise<void> {
  const found = await db.unscoped(creditLoan).all({ studentId, state: [...OPEN_LOANS] }) // of the student whom the state repays
  const loans = await db.unscoped(creditLoan).lockAll(found.map(l => l.id)) // the same
  if (await db.unscoped(loanChange).count({ studentId, kind: 'repay', sourceId })) return // of the same repayment
  const parts = sharesOf(
    loans.toSorted((a, b) => a.xn.localeCompare(b.xn)),
    amount,
  )
  await db.updateMany(
    creditLoan,
    parts.map(({ loan: { id, repaid, arrived, state }, part }) => ({ id, repaid: repaid + part, state: repaid + part < arrived ? state : ('settled' as const) })),
  )
  await db.insertMany(
    loanChange,
    parts.map(({ loan, part }) => ({ loanId: loan.id, studentId, kind: 'repay' as const, happenedOn: on, sourceId, note: `${yuanText(part)} 元` })),
    { history: false },
  )
  const settled = parts.filter(({ loan, part }) => part === balanceOf(loan))
  if (settled.length)
    await db.emitMany(
      'loan.ended',
      settled.map(({ loan: { id, approved } }) => ({ loanId: id, studentId, amounts: { approved } })),
    )
}
function sharesOf(loans: ReadonlyArray<Row<typeof creditLoan>>, amount: number) {
  let left = amount
  return loans.flatMap(loan => {
    const part = Math.min(balanceOf(loan), left)
    left -= part
    return part > 0 ? [{ loan, part }] : []
  })
}
