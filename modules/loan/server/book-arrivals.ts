import type { Row } from '#model'
import { yuanText } from '#model/money.ts'
import { type Offset, offsetBills } from '#modules/fee/server/api.ts'
import { payOut } from '#modules/money/server/api.ts'
import { type StudentOf, studentsOf } from '#modules/student/server/api.ts'
import type { Db } from '#server/context.ts'
import { notifyAbout } from '#server/notifications/about.ts'
import { loanArrival } from '../model/arrival.ts'
import { creditLoan } from '../model/credit-loan.ts'
import { ARRIVAL_MESSAGES } from '../model/messages.ts'
import { coverChanged } from './cover.ts'
import { aboutLoan } from './notify.ts'
import type { Loan } from './register.ts'

export type Arrival = Row<typeof loanArrival>
export interface Match {
  arrival: Arrival
  loan: Loan
}
interface Booked extends Match {
  offset: number
  surplus: number
}
export const SOURCE = 'loanArrival'
/** Source of what an arrival books; a round of its own for each match. */
export const sourceOf = ({ id }: Pick<Arrival, 'id'>, round: number) => ({ sourceType: SOURCE, sourceId: `${id}:${round}` })

/**
 * 40-L3: arrivals pay tuition, then lodging of their loan's year, at most what is owed. The rest goes to the student's card, or to credit where the student chose so. Loans are locked by
 * the caller, before the bills.
 */
export async function bookArrivals(db: Db, matches: ReadonlyArray<Match & { round: number }>): Promise<void> {
  if (!matches.length) return
  const people = await studentsOf(
    db,
    matches.map(m => m.loan.studentId),
  )
  const done = await offsetBills(
    db,
    matches.map(match => offsetOf(match, people.get(match.loan.studentId))),
  )
  const booked = matches.map((match, n): Booked => {
    const offset = done[n]?.total ?? 0
    return { ...match, offset, surplus: match.arrival.amount - offset }
  })
  await writeArrivals(db, booked)
  const after = await writeLoans(db, booked)
  await paySurplus(db, matches, booked)
  await coverChanged(db, after)
  await db.emitMany(
    'loan.arrived',
    booked.map(({ arrival, loan, offset, surplus }) => ({ loanId: loan.id, studentId: loan.studentId, amounts: { amount: arrival.amount, offset, surplus } })),
  )
  await tell(db, booked, people)
}
const offsetOf = ({ arrival, loan, round }: Match & { round: number }, who: StudentOf | undefined): Offset => ({
  ...{ ...sourceOf(arrival, round), kind: 'loanOffset', amount: arrival.amount, on: { studentId: loan.studentId, xn: loan.xn }, reason: `助学贷款 ${loan.xn}` },
  ...(loan.surplusTo === 'credit' ? { restTo: { payerType: 'student' as const, payerId: loan.studentId, studentId: loan.studentId, payerName: who?.name ?? '' } } : {}),
})
const writeArrivals = (db: Db, booked: readonly Booked[]): Promise<unknown> =>
  db.updateMany(
    loanArrival,
    booked.map(({ arrival, loan, offset, surplus }) => ({
      ...{ id: arrival.id, loanId: loan.id, studentId: loan.studentId, matched: true, why: null, offsetTotal: offset, surplus },
      ...{ matchedById: db.me.userId || null, undoById: null, undoReason: null },
    })),
    { history: false },
  )
/** Sums of the loans. One that has arrived whole is running as soon as nothing of it waits to be paid out. */
async function writeLoans(db: Db, booked: readonly Booked[]): Promise<Loan[]> {
  const after = [...Map.groupBy(booked, b => b.loan.id).values()].map((of): Loan => {
    const { loan } = of[0] as Booked
    const sum = (pick: (b: Booked) => number): number => of.reduce((n, b) => n + pick(b), 0)
    const [arrived, surplus] = [loan.arrived + sum(b => b.arrival.amount), loan.surplus + sum(b => b.surplus)]
    const waits = surplus > 0 && loan.surplusTo === 'payout'
    const state = arrived < loan.approved ? loan.state : waits ? 'arrived' : 'active'
    return { ...loan, arrived, surplus, offsetTotal: loan.offsetTotal + sum(b => b.offset), state, coverEndsOn: null }
  })
  await db.updateMany(
    creditLoan,
    after.map(({ id, arrived, surplus, offsetTotal, state, coverEndsOn }) => ({ id, arrived, surplus, offsetTotal, state, coverEndsOn })),
  )
  return after
}
/** 40-L3: what nobody owes goes onto the list of the file it came with. */
async function paySurplus(db: Db, matches: ReadonlyArray<Match & { round: number }>, booked: readonly Booked[]): Promise<void> {
  const rounds = new Map(matches.map(m => [m.arrival.id, m.round]))
  const over = booked.filter(b => b.surplus > 0 && b.loan.surplusTo === 'payout')
  for (const [sourceBatchId, of] of Map.groupBy(over, b => b.arrival.batchFileId))
    await payOut(
      db,
      { source: 'loanSurplus', title: '助学贷款余款', sourceBatchId },
      of.map(({ arrival, loan, surplus }) => ({
        grantId: arrival.id,
        studentId: loan.studentId,
        amount: surplus,
        what: `${loan.xn} 学年助学贷款余款`,
        round: rounds.get(arrival.id) ?? 1,
      })),
    )
}
const tell = (db: Db, booked: readonly Booked[], people: ReadonlyMap<string, StudentOf>): Promise<void> =>
  notifyAbout(
    db,
    ARRIVAL_MESSAGES.arrived,
    aboutLoan,
    booked.map(({ arrival, loan, offset, surplus }) => ({
      row: loan,
      who: people.get(loan.studentId),
      more: { arrived: yuanText(arrival.amount), offset: yuanText(offset), surplus: yuanText(surplus), way: { text: WAYS[surplus ? loan.surplusTo : 'none'] } },
    })),
  )
const WAYS = { payout: '余款将发到你的银行卡', credit: '余款已转入预存', none: '没有余款' } as const
