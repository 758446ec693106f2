import sql from 'sql-template-tag'
import { postMoney } from '#modules/money/server/api.ts'
import type { Db } from '#server/context.ts'
import { billLedger, creditLedger } from '../model/bill-line.ts'
import { coverable } from './cover.ts'
import { type BillDraft, type Cause, draftOf, type Line, lockLines, openCredits, type Part, type Payer, tellMoney } from './settle.ts'

/** What others pay or waive on somebody's lines: money of a loan or of aid, or a reduction. */
export interface Offset extends Pick<Cause, 'sourceType' | 'sourceId' | 'reason' | 'bizDate'> {
  kind: 'loanOffset' | 'aidOffset' | 'reduce'
  /** At most so much, in fen. */
  amount: number
  /** Named lines, in this order; or those of a student and school year that a loan may pay, in the order of their items: tuition, then lodging. */
  on: { lineIds: readonly string[] } | { studentId: string; xn: string }
  /** Into whose credit goes what did not fit, of money; otherwise it stays with the caller. */
  restTo?: Payer
}
/** What was offset, in fen, on which lines, and what went to credit. */
export interface Offsetted {
  total: number
  parts: Part[]
  credited: number
}
export type Source = Pick<Cause, 'sourceType' | 'sourceId'>
export const keyOf = ({ sourceType, sourceId }: Source): string => `${sourceType}\n${sourceId}`

/**
 * Offsets sums on bill lines, each line at most what it owes, under the locks of all their lines. What a source has offset before is left as it is and returned again, however often and
 * by how many at once it is asked for. Returns what was offset, in the order of the offsets. Runs in the caller's transaction.
 */
export async function offsetBills(db: Db, offsets: readonly Offset[]): Promise<Offsetted[]> {
  if (!offsets.length) return []
  return db.tx(async tx => {
    const idsOf = await linesFor(tx, offsets)
    const lines = await lockLines(tx, [...new Set(offsets.flatMap(idsOf))])
    const known = await entriesOfSources(tx, offsets)
    const fresh: Fresh[] = []
    const done = offsets.map((offset): Offsetted => {
      const before = known.get(keyOf(offset))
      if (before) return offsettedOf(before.filter(isHeld))
      const parts = spread(offset, idsOf(offset), lines)
      const total = parts.reduce((sum, p) => sum + p.amount, 0)
      const credited = offset.restTo ? offset.amount - total : 0
      fresh.push({ offset, parts, credited })
      return { total, parts, credited }
    })
    await post(tx, fresh, lines)
    return done
  })
}
interface Fresh {
  offset: Offset
  parts: readonly Part[]
  credited: number
}
/** Lines of each offset; those of students and years are read at once. */
async function linesFor(db: Db, offsets: readonly Offset[]): Promise<(offset: Offset) => readonly string[]> {
  const of = offsets.flatMap(({ on }) => ('xn' in on ? [on] : []))
  const rows = of.length ? await coverable(db, of) : []
  const ids = Map.groupBy(rows, r => `${r.studentId} ${r.xn}`)
  return ({ on }) => ('xn' in on ? (ids.get(`${on.studentId} ${on.xn}`) ?? []).map(r => r.id) : on.lineIds)
}
function spread({ amount }: Offset, lineIds: readonly string[], lines: ReadonlyMap<string, Line>): Part[] {
  let rest = amount
  return lineIds.flatMap(lineId => {
    const line = lines.get(lineId) as Line
    const fits = Math.min(rest, Math.max(0, line.owed))
    rest -= fits
    line.owed -= fits
    return fits > 0 ? [{ lineId, amount: fits }] : []
  })
}
/** Entries of one day are posted together. A reduction is nobody's payment: no module hears of it as of money. */
async function post(db: Db, fresh: readonly Fresh[], lines: ReadonlyMap<string, Line>): Promise<void> {
  for (const [bizDate, of] of Map.groupBy(fresh, f => f.offset.bizDate)) {
    const posting = { book: 'student', ...(bizDate ? { bizDate } : {}) } as const
    const drafts = of.map(({ offset, parts }) => ({ offset, entries: parts.map((part, n) => draftFor(offset, part, n + 1, lines)) }))
    await postMoney(
      db,
      billLedger,
      posting,
      drafts.flatMap(d => d.entries),
    )
    for (const { offset, entries } of drafts)
      if (offset.kind !== 'reduce')
        await tellMoney(
          db,
          'fee.paid',
          offset,
          entries.map(e => ({ lineId: e.accountId, amount: e.amount })),
          lines,
        )
    await postMoney(db, creditLedger, posting, await creditsOf(db, of))
  }
}
const draftFor = (offset: Offset, { lineId, amount }: Part, sourceSeq: number, lines: ReadonlyMap<string, Line>): BillDraft => ({
  ...draftOf(lines.get(lineId) as Line, offset, sourceSeq),
  kind: offset.kind,
  amount,
})
/** What did not fit, for the credit of whoever it belongs to; it keeps its origin (40-F11). Accounts of credit are locked after the lines, always. */
async function creditsOf(db: Db, fresh: readonly Fresh[]) {
  const over = fresh.flatMap(({ offset, credited }) => (offset.restTo && credited > 0 ? [{ offset, credited, payer: offset.restTo }] : []))
  const accounts = await openCredits(
    db,
    over.map(({ offset, payer }) => ({ payer, origin: offset.kind === 'loanOffset' ? 'loan' : 'aid', book: 'student' })),
  )
  return over.map(({ offset: { sourceType, sourceId, reason = null }, credited, payer }, n) => ({
    ...{ accountId: accounts[n] as string, accountKey: payer.payerName, studentId: payer.studentId, sourceType, sourceId, sourceSeq: 1, reason },
    ...{ kind: 'creditIn' as const, amount: credited },
  }))
}
export interface OffsetEntry extends Source {
  id: string
  accountId: string
  accountKey: string
  kind: Offset['kind'] | 'creditIn'
  amount: number
  studentId: string | null
  reversed: boolean
}
export const isHeld = (entry: OffsetEntry): boolean => !entry.reversed
function offsettedOf(entries: readonly OffsetEntry[]): Offsetted {
  const parts = entries.flatMap(({ kind, accountId, amount }) => (kind === 'creditIn' ? [] : [{ lineId: accountId, amount }]))
  const sum = (of: ReadonlyArray<{ amount: number }>): number => of.reduce((n, { amount }) => n + amount, 0)
  return { parts, total: sum(parts), credited: sum(entries) - sum(parts) }
}
/** What sources have posted. Asked under the locks of the lines. */
export async function entriesOfSources(db: Db, sources: readonly Source[]): Promise<Map<string, OffsetEntry[]>> {
  const asked = JSON.stringify(sources.map(({ sourceType, sourceId }) => ({ sourceType, sourceId })))
  const rows =
    await db.query<OffsetEntry>(sql`select e.id, e.account_id as "accountId", e.account_key as "accountKey", e.kind, e.amount::float8 as amount, e.student_id as "studentId",
      e.source_type as "sourceType", e.source_id as "sourceId", exists (select from ledger_entry r where r.tenant_id = e.tenant_id and r.reverses_id = e.id) as reversed
    from ledger_entry e join jsonb_to_recordset(${asked}::jsonb) x("sourceType" text, "sourceId" text) on e.source_type = x."sourceType" and e.source_id = x."sourceId"
    where e.tenant_id = ${db.me.tenantId} and e.kind in ('loanOffset', 'aidOffset', 'reduce', 'creditIn') order by e.source_seq`)
  return Map.groupBy(rows, keyOf)
}
