import sql from 'sql-template-tag'
import type { Row } from '#model'
import { REVERSAL } from '#model/ledger.ts'
import { type StudentOf, studentsOf } from '#modules/student/server/api.ts'
import type { Db } from '#server/context.ts'
import { openAccounts, postEntries, reverseEntries } from '#server/ledger/post.ts'
import type { tsItem } from '../model/item.ts'
import { pointEntry, pointLedger } from '../model/ledger.ts'
import { countedOf } from '../model/rules.ts'
import { tsScheme } from '../model/scheme.ts'
import { tellPosted, tellReversed } from './notify.ts'
import { periodFor } from './periods.ts'
import { placeOf } from './place-of.ts'
import { settleWarnings } from './warnings.ts'

export type Item = Row<typeof tsItem>
export type Entry = Row<typeof pointEntry>
/** Points from one cause; source and number are what they are known by when they come again. */
export interface PointDraft {
  studentId: string
  item: Item
  /** In hundredths, signed. */
  amount: number
  occurredOn: string
  sourceType: string
  sourceId: string
  sourceSeq: number
  reason?: string | null
  recorderId?: string | null
}
export interface Posted extends PointDraft {
  who: StudentOf
  schemeId: string
  counted: number
  over: number
}
const sourceOf = (of: Pick<PointDraft, 'sourceType' | 'sourceId' | 'sourceSeq'>): string => `${of.sourceType}\n${of.sourceId}\n${of.sourceSeq}`

/** 50-TS2: posts points within the caps of their items, each cause once. Whoever posts for a student waits until this transaction ends. Of days without a period nothing is posted. */
export const postPoints = (db: Db, given: readonly PointDraft[], { tells = true }: { tells?: boolean | 'deductions' } = {}): Promise<Posted[]> =>
  db.tx(async tx => {
    const students = await studentsOf(
      tx,
      given.map(d => d.studentId),
      { lock: true },
    )
    const known = await knownSources(tx, given)
    const fresh = given.filter(d => students.has(d.studentId) && d.amount && !known.has(sourceOf(d)))
    const drafts = await withPeriods(tx, fresh)
    if (!drafts.length) return []
    const accountIds = await openAccounts(
      tx,
      pointLedger,
      drafts.map(({ studentId, item, period }) => ({ schemeId: item.schemeId, studentId, period })),
    )
    const used = await usedPoints(tx, drafts)
    const posted = drafts.map((draft, n) => {
      const { studentId, item, amount, period } = draft
      const [inPeriod, inAll] = [`${studentId} ${item.id} ${period}`, `${studentId} ${item.id}`]
      const counted = countedOf(item, amount, { period: used.get(inPeriod) ?? 0, total: used.get(inAll) ?? 0 })
      for (const key of [inPeriod, inAll]) used.set(key, (used.get(key) ?? 0) + Math.abs(counted))
      return { ...draft, who: students.get(studentId) as StudentOf, schemeId: item.schemeId, accountId: accountIds[n] as string, counted, over: amount - counted }
    })
    await postEntries(
      tx,
      pointLedger,
      posted.flatMap(({ accountId, counted, over, item, who, isShifted, occurredOn, recorderId = null, sourceType, sourceId, sourceSeq, reason = null }) => {
        const own = { studentId: who.id, schemeId: item.schemeId, itemId: item.id, occurredOn, isShifted, recorderId, ...placeOf(who) }
        const common = { accountId, sourceType, sourceId, sourceSeq, reason, own }
        return [...(counted ? [{ ...common, kind: 'counted' as const, amount: counted }] : []), ...(over ? [{ ...common, kind: 'over' as const, amount: over }] : [])]
      }),
    )
    if (tells) await tellPosted(tx, tells === 'deductions' ? posted.filter(p => p.counted < 0) : posted)
    await settleWarnings(tx, accountIds, { tells: tells !== false })
    return posted
  })
async function withPeriods(db: Db, drafts: readonly PointDraft[]) {
  const schemes = await db.cached(tsScheme)
  const made = await Promise.all(
    drafts.map(async draft => {
      const scheme = schemes.get(draft.item.schemeId)
      const at = scheme && (await periodFor(db, scheme, draft.occurredOn))
      return at ? { ...draft, ...at } : undefined
    }),
  )
  return made.filter(d => d !== undefined)
}
async function knownSources(db: Db, drafts: readonly PointDraft[]): Promise<Set<string>> {
  const rows = await db.query<
    Pick<PointDraft, 'sourceType' | 'sourceId' | 'sourceSeq'>
  >(sql`select e.source_type as "sourceType", e.source_id as "sourceId", e.source_seq as "sourceSeq"
    from unnest(${drafts.map(d => d.sourceType)}::text[], ${drafts.map(d => d.sourceId)}::text[], ${drafts.map(d => d.sourceSeq)}::int[]) x(type, id, seq)
      join point_entry e on e.tenant_id = ${db.me.tenantId} and e.source_type = x.type and e.source_id = x.id and e.source_seq = x.seq`)
  return new Set(rows.map(sourceOf))
}
/** What has counted of these items so far, without sign: by student, item and period, and by student and item. */
async function usedPoints(db: Db, drafts: readonly PointDraft[]): Promise<Map<string, number>> {
  const rows = await db.query<{
    studentId: string
    itemId: string
    period: string
    sum: number
  }>(sql`select e.student_id as "studentId", e.item_id as "itemId", a.period, abs(sum(e.amount))::int as sum
    from point_entry e join point_account a on a.tenant_id = e.tenant_id and a.id = e.account_id
    where e.tenant_id = ${db.me.tenantId} and e.kind = 'counted' and e.student_id = any(${drafts.map(d => d.studentId)}::uuid[]) and e.item_id = any(${drafts.map(d => d.item.id)}::uuid[])
    group by 1, 2, 3`)
  const used = new Map<string, number>()
  for (const { studentId, itemId, period, sum } of rows) for (const key of [`${studentId} ${itemId} ${period}`, `${studentId} ${itemId}`]) used.set(key, (used.get(key) ?? 0) + sum)
  return used
}
/** Which of these entries a reversal stands against. */
export async function reversedAmong(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ id: string }>(sql`select reverses_id as id from point_entry where tenant_id = ${db.me.tenantId} and reverses_id = any(${[...ids]}::uuid[])`)
  return new Set(rows.map(r => r.id))
}
/** Takes entries back and tells their students; those that are reversed already stay so. Returns how many. */
export const takeBack = (db: Db, entries: readonly Entry[], reason: string): Promise<number> =>
  db.tx(async tx => {
    const students = await studentsOf(
      tx,
      entries.map(e => e.studentId),
      { lock: true },
    )
    const reversed = await reversedAmong(
      tx,
      entries.map(e => e.id),
    )
    const open = entries.filter(e => !reversed.has(e.id) && e.sourceType !== REVERSAL)
    await reverseEntries(
      tx,
      pointLedger,
      open.map(e => e.id),
      { reason, own: { recorderId: tx.me.userId || null } },
    )
    await tellReversed(
      tx,
      open.flatMap(row => {
        const who = students.get(row.studentId)
        return who && row.kind === 'counted' ? [{ row, who, reason }] : []
      }),
    )
    await settleWarnings(
      tx,
      open.map(e => e.accountId),
    )
    return open.length
  })
/** All entries of these sources. */
export const entriesOf = (db: Db, sourceType: string, sourceIds: readonly string[]): Promise<Entry[]> => db.unscoped(pointEntry).all({ sourceType, sourceId: [...sourceIds] }) // the caller decides who reverses what
