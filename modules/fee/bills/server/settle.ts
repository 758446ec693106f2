import sql from 'sql-template-tag'
import { type MoneyDraft, postMoney } from '#modules/money/server/api.ts'
import type { Db } from '#server/context.ts'
import { lockAccounts, openAccounts } from '#server/ledger/post.ts'
import type { FeeBook } from '../../merchants/model/merchant-account.ts'
import { billLedger, creditLedger, type Origin, type PayerType } from '../model/bill-line.ts'

/** Whose money it is. */
export interface Payer {
  payerType: PayerType
  payerId: string
  studentId: string | null
  payerName: string
}
/** A line while it is settled, its row locked. */
export interface Line extends Payer {
  id: string
  item: string
  book: FeeBook
  xn: string
  sourceType: string
  sourceId: string
  charged: number
  paid: number
  owed: number
}
/** What caused money to move; with a number of its own for each line it is the idempotency key of the entries. */
export interface Cause {
  sourceType: string
  sourceId: string
  reason?: string | null
  makerId?: string
  /** Who paid, where that is not the payer of the lines: what is over is theirs (40-F11, G7). */
  paidBy?: Payer
  /** Merchant account whose accounting days hold. */
  channel?: string
  /** Default today; a closed day moves to the next open one. */
  bizDate?: string
}
export type BillDraft = MoneyDraft<keyof typeof billLedger.effects>
type CreditDraft = MoneyDraft<keyof typeof creditLedger.effects>
const keyOf = (line: Line): string => `${line.item} ${line.xn}`.slice(0, 60)
/** Locks lines, in ascending order of their ids, and reads them: two statements of one round trip, the second of which sees what former holders wrote. */
export async function lockLines(db: Db, ids: readonly string[]): Promise<Map<string, Line>> {
  const [, rows] = await Promise.all([lockAccounts(db, billLedger, ids), readLines(db, ids)])
  return new Map(rows.map(row => [row.id, row]))
}
const readLines = (db: Db, ids: readonly string[]): Promise<Line[]> =>
  db.query<Line>(sql`select l.id, l.payer_type as "payerType", l.payer_id as "payerId", l.student_id as "studentId", l.payer_name as "payerName", i.name as item, i.book, l.xn,
      l.source_type as "sourceType", l.source_id as "sourceId", l.charged::float8 as charged, l.paid::float8 as paid, l.owed::float8 as owed
    from bill_line l join charge_item i on i.tenant_id = l.tenant_id and i.id = l.item_id where l.tenant_id = ${db.me.tenantId} and l.id = any(${[...ids]}::uuid[])`)
/** What an entry on a line says, but for its kind and amount. */
export const draftOf = (line: Line, cause: Cause, sourceSeq: number) => ({
  ...{ accountId: line.id, accountKey: keyOf(line), studentId: line.studentId, sourceType: cause.sourceType, sourceId: cause.sourceId, sourceSeq, book: line.book },
  ...{ reason: cause.reason ?? null, ...(cause.makerId ? { makerId: cause.makerId } : {}), values: { item: line.item } },
})
const postingOf = ({ channel, bizDate }: Cause) => ({ book: 'student' as const, ...(channel ? { channel } : {}), ...(bizDate ? { bizDate } : {}) })

/** A sum for a payer's credit. */
export interface Surplus {
  line: Line
  origin: Origin
  amount: number
}
/** Moves sums into the credit of their payers. Accounts of credit are locked after the lines, always. */
async function toCredit(db: Db, cause: Cause, sums: readonly Surplus[], from: number): Promise<void> {
  if (!sums.length) return
  const accounts = await openCredits(
    db,
    sums.map(({ line, origin }) => ({ payer: cause.paidBy ?? line, origin, book: line.book })),
  )
  await postMoney(
    db,
    creditLedger,
    postingOf(cause),
    sums.map(({ line, amount }, n): CreditDraft => {
      const { payerName, studentId } = cause.paidBy ?? line
      return { ...draftOf(line, cause, from + n), accountId: accounts[n] as string, accountKey: payerName, studentId, kind: 'creditIn', amount }
    }),
  )
}
/** Ids of the payers' credit accounts; missing ones are opened. */
export const openCredits = (db: Db, of: ReadonlyArray<{ payer: Payer; origin: Origin; book: FeeBook }>): Promise<string[]> =>
  openAccounts(
    db,
    creditLedger,
    of.map(({ payer: { payerType, payerId, studentId, payerName }, origin, book }) => ({ payerType, payerId, origin, book, payerName, ...(studentId ? { studentId } : {}) })),
  )

export const KIND_OF = { own: 'pay', loan: 'loanOffset', aid: 'aidOffset' } as const satisfies Record<Origin, string>
/** Money for a line. */
export interface Part {
  lineId: string
  amount: number
}
/**
 * 40-F11: books money on lines, each at most what it owes, and the rest into the payer's credit, in one transaction. What this cause has booked before is left out. Returns what
 * each line took and what went to credit, in fen.
 */
export async function takeMoney(db: Db, cause: Cause, origin: Origin, parts: readonly Part[]): Promise<{ taken: ReadonlyMap<string, number>; surplus: number }> {
  return db.tx(async tx => {
    const ids = parts.map(p => p.lineId)
    const [lines, isDone] = await Promise.all([lockLines(tx, ids), isBooked(tx, cause)]) // sent together, run one after the other
    if (isDone) return { taken: new Map(), surplus: 0 }
    const [drafts, over]: [BillDraft[], Surplus[]] = [[], []]
    for (const [n, { lineId, amount }] of parts.entries()) {
      const line = lines.get(lineId) as Line
      const fits = Math.min(amount, Math.max(0, line.owed))
      if (fits) drafts.push({ ...draftOf(line, cause, n + 1), kind: KIND_OF[origin], amount: fits })
      if (amount > fits) over.push({ line, origin, amount: amount - fits })
      line.owed -= fits
    }
    await postMoney(tx, billLedger, postingOf(cause), drafts)
    await toCredit(tx, cause, over, parts.length + 1)
    await tellMoney(
      tx,
      'fee.paid',
      cause,
      drafts.map(d => ({ lineId: d.accountId, amount: d.amount })),
      lines,
    )
    return { taken: new Map(drafts.map(d => [d.accountId, d.amount])), surplus: over.reduce((sum, s) => sum + s.amount, 0) }
  })
}
/** Whether this cause has booked before. Asked under the locks of the lines: a second booking would find nothing owed and take everything for surplus. */
async function isBooked(db: Db, { sourceType, sourceId }: Cause): Promise<boolean> {
  const found = await db.query(sql`select from ledger_entry where tenant_id = ${db.me.tenantId} and source_type = ${sourceType} and source_id = ${sourceId} limit 1`)
  return found.length > 0
}
/** Tells the modules whose lines got money, or lost it. `sourceId`: the order, or what else moved it. */
export const tellMoney = (
  db: Db,
  event: 'fee.paid' | 'fee.refunded',
  { sourceId: orderId }: Pick<Cause, 'sourceId'>,
  parts: readonly Part[],
  lines: ReadonlyMap<string, Line>,
): Promise<void> =>
  db.emitMany(
    event,
    parts.map(({ lineId, amount }) => {
      const { sourceType, sourceId, studentId } = lines.get(lineId) as Line
      return { lineId, sourceType, sourceId, studentId, amount, orderId }
    }),
  )
/** What a line holds of each origin: money that leaves it goes back in this order (40-F14). */
async function heldBy(db: Db, ids: readonly string[]): Promise<Map<string, Record<Origin, number>>> {
  const rows = await db.query<{ id: string; kind: string; sum: number }>(sql`select account_id as id, kind, sum(amount)::float8 as sum from ledger_entry
    where tenant_id = ${db.me.tenantId} and account_id = any(${[...ids]}::uuid[]) and kind in ('pay', 'loanOffset', 'aidOffset') group by 1, 2`)
  const held = new Map(ids.map(id => [id, { own: 0, loan: 0, aid: 0 }]))
  for (const { id, kind, sum } of rows) for (const origin of GIVEN_BACK) if (KIND_OF[origin] === kind) (held.get(id) as Record<Origin, number>)[origin] = sum
  return held
}
const GIVEN_BACK = ['loan', 'aid', 'own'] as const
/** A charge or reduction that changes; never edited, always a further entry (40-F5). */
export interface Change {
  lineId: string
  kind: 'charge' | 'reduce'
  /** Signed, fen. */
  amount: number
  /** The entry it reverses. */
  reversesId?: string
}
/**
 * 40-F5, F11: posts differences of charges and reductions. Where a line then holds more than it needs, the surplus leaves it for the payer's credit in the same transaction: first
 * what a loan paid, then aid, then own money.
 */
export async function changeCharges(db: Db, cause: Cause, changes: readonly Change[]): Promise<void> {
  if (!changes.length) return
  await db.tx(async tx => {
    const lines = await lockLines(
      tx,
      changes.map(c => c.lineId),
    )
    const held = await heldBy(
      tx,
      changes.map(c => c.lineId),
    )
    const [drafts, over]: [BillDraft[], Surplus[]] = [[], []]
    for (const [n, { lineId, kind, amount, reversesId }] of changes.entries()) {
      const line = lines.get(lineId) as Line
      line.owed += kind === 'charge' ? amount : -amount
      for (const origin of GIVEN_BACK) {
        const leaves = Math.min(-Math.min(0, line.owed), held.get(lineId)?.[origin] ?? 0)
        if (!leaves) continue
        drafts.push({ ...draftOf(line, cause, n + 1), kind: KIND_OF[origin], amount: -leaves })
        over.push({ line, origin, amount: leaves })
        line.owed += leaves
      }
      drafts.push({ ...draftOf(line, cause, n + 1), kind, amount, ...(reversesId ? { reversesId } : {}) })
    }
    await postMoney(tx, billLedger, postingOf(cause), drafts)
    await toCredit(tx, cause, over, changes.length + 1)
    await tellMoney(
      tx,
      'fee.refunded',
      cause,
      over.map(({ line, amount }) => ({ lineId: line.id, amount })),
      lines,
    )
  })
}
