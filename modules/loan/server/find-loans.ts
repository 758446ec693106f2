import { student } from '#modules/student/model/student.ts'
import type { Db } from '#server/context.ts'
import type { UNMATCHED } from '../model/arrival.ts'
import { creditLoan } from '../model/credit-loan.ts'
import { AWAITED, ENDED } from '../model/loan-states.ts'
import type { ArrivalRow } from './read-arrivals.ts'
import type { Loan } from './register.ts'

/** What a row is: a payment of this loan, or one that waits, and why. */
export type MatchedArrival = { row: ArrivalRow; loan: Loan } | { row: ArrivalRow; why: keyof typeof UNMATCHED }
const isAwaited = (loan: Loan): boolean => AWAITED.some(state => state === loan.state)

/** 40-L4: the loan of each row, by its contract, else by identity number and amount. Rows of one loan in one file are counted together. */
export async function findLoans(db: Db, rows: readonly ArrivalRow[]): Promise<MatchedArrival[]> {
  const [byContract, byPerson] = [await loansByContract(db, rows), await loansByPerson(db, rows)]
  const taken = new Map<string, number>()
  return rows.map((row): MatchedArrival => {
    const known = row.contractNo ? (byContract.get(row.contractNo) ?? []) : []
    const own = row.idNo ? (byPerson.get(row.idNo) ?? []) : []
    const loan = known.length ? ofContract(row, known, own) : ofAmount(row, own)
    if (typeof loan === 'string') return { row, why: loan }
    if (!isAwaited(loan)) return { row, why: 'state' }
    const sum = (taken.get(loan.id) ?? 0) + row.amount
    if (sum > loan.approved - loan.arrived) return { row, why: 'over' }
    taken.set(loan.id, sum)
    return { row, loan }
  })
}
/** A contract of several banks is told apart by the person; one of somebody else is no match. */
function ofContract({ idNo }: ArrivalRow, known: readonly Loan[], own: readonly Loan[]): Loan | keyof typeof UNMATCHED {
  const theirs = idNo ? known.filter(l => own.some(o => o.studentId === l.studentId)) : known
  const [loan, other] = theirs
  if (!loan) return 'foreign'
  return other ? 'several' : loan
}
function ofAmount({ amount }: ArrivalRow, own: readonly Loan[]): Loan | keyof typeof UNMATCHED {
  const [loan, other] = own.filter(l => isAwaited(l) && l.approved - l.arrived === amount)
  if (!loan) return 'unknown'
  return other ? 'several' : loan
}
async function loansByContract(db: Db, rows: readonly ArrivalRow[]): Promise<Map<string, Loan[]>> {
  const numbers = [...new Set(rows.flatMap(r => r.contractNo ?? []))]
  const loans = numbers.length ? await db.unscoped(creditLoan).all({ contractNo: numbers }) : [] // whoever loads files matches them for the whole school
  return Map.groupBy(loans, l => l.contractNo ?? '')
}
async function loansByPerson(db: Db, rows: readonly ArrivalRow[]): Promise<Map<string, Loan[]>> {
  const idNos = [...new Set(rows.flatMap(r => r.idNo ?? []))]
  const people = idNos.length ? await db.unscoped(student).all({ idNo: idNos }) : [] // see above
  const loans = (await db.unscoped(creditLoan).all({ studentId: people.map(p => p.id) })).filter(l => !ENDED.some(state => state === l.state)) // see above
  const of = new Map(people.map(p => [p.id, p.idNo]))
  return Map.groupBy(loans, l => of.get(l.studentId) ?? '')
}
