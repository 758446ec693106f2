import { type Row, refusalOf } from '#model'
import { yuanText } from '#model/money.ts'
import { schoolTimeText } from '#model/school-time.ts'
import { undoOffset } from '#modules/fee/server/api.ts'
import { withdrawGrant } from '#modules/money/server/api.ts'
import { studentNumbers } from '#modules/student/server/api.ts'
import { accountNamer } from '#server/access/accounts.ts'
import { type Ctx, type Db, handle, on } from '#server/context.ts'
import { askUnmatch, importArrivals, loanArrival, loanArrivalFile, matchArrival, previewArrivals, unmatchArrival } from '../model/arrival.ts'
import { creditLoan } from '../model/credit-loan.ts'
import { AWAITED, loanStates } from '../model/loan-states.ts'
import { type Arrival, bookArrivals, type Match, sourceOf } from './book-arrivals.ts'
import { coverChanged } from './cover.ts'
import { findLoans, type MatchedArrival } from './find-loans.ts'
import { type ArrivalFile, type ArrivalRow, readArrivals } from './read-arrivals.ts'
import type { Loan } from './register.ts'

const SHOWN = 200
/** Rows that no earlier file had (40-L4). */
async function freshOf(db: Db, rows: readonly ArrivalRow[]): Promise<ArrivalRow[]> {
  const known = new Set((await db.unscoped(loanArrival).all({ bankSeq: rows.map(r => r.bankSeq) })).map(a => a.bankSeq)) // numbers of banks
  return rows.filter(r => !known.has(r.bankSeq))
}
const figuresOf = (rows: readonly ArrivalRow[], fresh: readonly ArrivalRow[], found: readonly MatchedArrival[]) => {
  const matched = found.filter(f => 'loan' in f).length
  return { count: rows.length, total: rows.reduce((sum, r) => sum + r.amount, 0), matched, unmatched: found.length - matched, again: rows.length - fresh.length }
}
const preview = handle(previewArrivals, async (ctx, { profileId, fileId }) => {
  const { rows } = await readArrivals(ctx, profileId, fileId)
  const fresh = await freshOf(ctx.db, rows)
  const found = await findLoans(ctx.db, fresh)
  const open = found.flatMap(f => ('why' in f ? [{ line: f.row.line, name: f.row.name, amount: f.row.amount, bankSeq: f.row.bankSeq, why: f.why }] : []))
  return { ...figuresOf(rows, fresh, found), over: open.filter(o => o.why === 'over').length, rows: open.slice(0, SHOWN) }
})
/** The row of a file. Of two who load it at once the second waits here, and learns who was first. */
async function openFile({ db, me }: Ctx, profileId: string, { name, sha256, rows }: ArrivalFile): Promise<Row<typeof loanArrivalFile>> {
  const total = rows.reduce((sum, r) => sum + r.amount, 0)
  const made = await db.insertOrSkip(loanArrivalFile, { name: name.slice(0, 200), digest: sha256, profileId, count: rows.length, total, loadedById: me.userId })
  if (made) return made
  const first = await db.unscoped(loanArrivalFile).find({ digest: sha256 }) // of anybody
  const nameOf = await accountNamer(db, [first?.loadedById])
  throw refusalOf(loanArrivalFile, 'seen', { who: nameOf(first?.loadedById ?? null), at: schoolTimeText(first?.createdAt ?? new Date().toISOString()) }, 'fileId')
}
/** Stores rows; those that another file brought at the same moment are left out. */
async function store(db: Db, batchFileId: string, rows: readonly ArrivalRow[]): Promise<Map<string, Arrival>> {
  await db.insertMany(
    loanArrival,
    rows.map(row => ({ ...row, batchFileId, contractTail: row.contractNo?.slice(-4) ?? null, why: 'unknown' as const })),
    { skipExisting: true, history: false },
  )
  return new Map((await db.unscoped(loanArrival).all({ batchFileId })).map(a => [a.bankSeq, a])) // those just stored
}
/** Loans are found, locked in the order of their ids, and looked at again: what another file has just paid is over. */
async function bookFound(db: Db, rows: readonly ArrivalRow[], stored: ReadonlyMap<string, Arrival>): Promise<MatchedArrival[]> {
  const ids = [...new Set((await findLoans(db, rows)).flatMap(f => ('loan' in f ? [f.loan.id] : [])))]
  if (ids.length) await db.unscoped(creditLoan).lockAll(ids) // of the rows of the file
  const found = await findLoans(db, rows)
  const matches = found.flatMap((f): Array<Match & { round: number }> => {
    const arrival = stored.get(f.row.bankSeq)
    return arrival && 'loan' in f && ids.includes(f.loan.id) ? [{ arrival, loan: f.loan, round: 1 }] : []
  })
  await bookArrivals(db, matches)
  const open = found.flatMap(f => ('why' in f && f.why !== 'unknown' ? [{ id: stored.get(f.row.bankSeq)?.id ?? '', why: f.why }] : []))
  await db.updateMany(loanArrival, open, { history: false })
  return found
}
const load = handle(importArrivals, async (ctx, { profileId, fileId }) => {
  const { db } = ctx
  const file = await readArrivals(ctx, profileId, fileId)
  const { id } = await openFile(ctx, profileId, file)
  const stored = await store(db, id, await freshOf(db, file.rows))
  const fresh = file.rows.filter(r => stored.has(r.bankSeq))
  const figures = figuresOf(file.rows, fresh, await bookFound(db, fresh, stored))
  await db.update(loanArrivalFile, id, { matched: figures.matched, again: figures.again })
  return { fileId: id, ...figures }
})
/** 40-L3, L4: locks the row and the loan, then the bills, and books. */
const match = handle(matchArrival, async ({ db }, { id, loanId }) => {
  const arrival = await db.visible(loanArrival).lock(id)
  const { bankSeq, amount } = arrival
  if (arrival.matched) throw refusalOf(loanArrival, 'matched', { bankSeq })
  const loan = await db.visibleFor(creditLoan, matchArrival.permission).lock(loanId)
  if (!AWAITED.some(state => state === loan.state)) throw refusalOf(loanArrival, 'state', { xn: loan.xn, state: { text: loanStates.labels[loan.state] } }, 'loanId')
  const left = loan.approved - loan.arrived
  if (amount > left) throw refusalOf(loanArrival, 'over', { amount: yuanText(amount), left: yuanText(left) }, 'loanId')
  await bookArrivals(db, [{ arrival, loan, round: arrival.round }])
})
/** The loan as it was before an arrival. */
const without = ({ arrived, offsetTotal, surplus }: Loan, a: Arrival) => ({
  ...{ arrived: arrived - a.amount, offsetTotal: offsetTotal - a.offsetTotal, surplus: surplus - a.surplus },
  state: 'awaiting' as const,
})
const undo = [
  handle(askUnmatch, async ({ db, me }, { id, reason }) => {
    const { matched, undoById, bankSeq } = await db.visible(loanArrival).lock(id)
    if (!matched) throw refusalOf(loanArrival, 'notMatched', { bankSeq })
    if (undoById) throw refusalOf(loanArrival, 'asked', { bankSeq })
    await db.update(loanArrival, id, { undoById: me.userId, undoReason: reason })
  }),
  /** What it paid is owed again, and covered by the loan that is awaited again; a surplus that is on its way to the bank keeps it. */
  handle(unmatchArrival, async ({ db, me }, { id }) => {
    const arrival = await db.visible(loanArrival).lock(id)
    const { bankSeq, undoById, undoReason, loanId, round } = arrival
    if (!undoById || !loanId) throw refusalOf(loanArrival, 'notAsked', { bankSeq })
    if (undoById === me.userId) throw refusalOf(loanArrival, 'sameHand')
    const loan = await db.unscoped(creditLoan).lock(loanId) // of a row in scope
    await undoOffset(db, sourceOf(arrival, round), { makerId: undoById, reason: undoReason ?? '' })
    if (arrival.surplus && loan.surplusTo === 'payout') await withdrawGrant(db, 'loanSurplus', id)
    const free = { loanId: null, studentId: null, matched: false, offsetTotal: 0, surplus: 0, matchedById: null, undoById: null } as const
    await db.update(loanArrival, id, { ...free, why: 'undone', round: round + 1 })
    await coverChanged(db, [await db.update(creditLoan, loanId, without(loan, arrival))])
  }),
]
/** A loan is running once its surplus is on the student's card. */
const paid = on('money.payoutPaid', 'loan.surplusPaid', async ({ db }, { source, grantId }) => {
  if (source !== 'loanSurplus' || typeof grantId !== 'string') return
  const arrival = await db.unscoped(loanArrival).find({ id: grantId }) // the program's own listener
  if (arrival?.loanId) await db.updateWhere(creditLoan, { id: arrival.loanId, state: 'arrived' }, { state: 'active' })
})
export default [preview, load, match, ...undo, paid, ...studentNumbers(loanArrival)]
