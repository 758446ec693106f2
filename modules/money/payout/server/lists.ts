import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import { type Row, refusalOf } from '#model'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { serialNo } from '#server/data/serial-no.ts'
import { payoutLine, payoutList, payoutStates, SOURCES, type Source } from '../model/payout.ts'

export type List = Row<typeof payoutList>
export type Line = Row<typeof payoutLine>
/** What a source hands in to be paid. */
export interface Grant {
  /** The source's own id of what is paid. With `month` and `round` it is paid once over all lists (40-B1). */
  grantId: string
  studentId: string
  amount: number
  /** What for, as the student reads it. */
  what: string
  round?: number
}
export interface Payable {
  source: Source
  title: string
  sourceBatchId?: string | null
  fundId?: string | null
  month?: string | null
}
/** The draft list of a source and batch; opened where there is none. Of two who open it at once one finds the other's. */
export async function draftOf(db: Db, { source, title, sourceBatchId = null, fundId = null, month = null }: Payable): Promise<List> {
  const [known] = await db.query<{ id: string }>(sql`select id from payout_list where tenant_id = ${db.me.tenantId} and state = 'draft' and source = ${source}
    and coalesce(source_batch_id, '') = ${sourceBatchId ?? ''} and coalesce(month, '') = ${month ?? ''}`)
  const held = known && (await db.unscoped(payoutList).lock(known.id)) // sources hand in for the whole school
  if (held?.state === 'draft') return held
  const draft = { listNo: await serialNo(db, 'FF', 'payout_list_no_seq'), title, source, sourceBatchId, fundId, month, bizDate: today(), makerId: db.me.userId || null }
  const made = await db.insertOrSkip(payoutList, draft)
  return made ?? draftOf(db, { source, title, sourceBatchId, fundId, month })
}
/**
 * 40-B1: puts grants on the draft list of their source. What is on any list already is left out, whoever hands it in again, and how many at once. Returns the grants that are new.
 */
export async function payOut(db: Db, of: Payable, grants: readonly Grant[]): Promise<{ listId: string; count: number }> {
  return db.tx(async tx => {
    const list = await draftOf(tx, of)
    const drafts = grants.map(({ grantId, studentId, amount, what, round = 1 }) => ({
      ...{ listId: list.id, grantId, studentId, amount, what: what.slice(0, 100), round, month: of.month ?? null },
      reservedBy: SOURCES[of.source].reserves ? null : of.source,
    }))
    const count = await tx.insertMany(payoutLine, drafts, { skipExisting: true })
    await recount(tx, list.id)
    return { listId: list.id, count }
  })
}
/** Takes a grant off its list, to be paid in another way; refused once the list has gone on. */
export async function withdrawGrant(db: Db, source: Source, grantId: string): Promise<void> {
  const [line] = await db.unscoped(payoutLine).all({ grantId, state: ['ready', 'held', 'exported', 'paid', 'failed'] }) // the source decides about its grants
  if (!line) return
  const list = await db.unscoped(payoutList).lock(line.listId)
  if (list.source !== source) return
  if (list.state !== 'draft' && list.state !== 'checked') throw refusalOf(payoutList, 'onList', { listNo: list.listNo, state: { text: payoutStates.labels[list.state] } })
  await db.removeWhere(payoutLine, { id: line.id })
  await recount(db, list.id)
}
/** Takes lines of a grant for months after this one off lists that have not gone on. Returns how many. */
export async function withdrawLater(db: Db, source: Source, grantId: string, month: string): Promise<number> {
  const waiting = await db.unscoped(payoutLine).all({ grantId, state: ['ready', 'held'] }) // the source decides about its grants
  const lines = waiting.filter(l => l.month !== null && l.month > month)
  const lists = await db.unscoped(payoutList).lockAll([...new Set(lines.map(l => l.listId))])
  const open = lists.filter(l => l.source === source && (l.state === 'draft' || l.state === 'checked'))
  for (const { id } of open) {
    await db.removeWhere(payoutLine, { id: lines.filter(l => l.listId === id).map(l => l.id) })
    await recount(db, id)
  }
  return lines.filter(l => open.some(o => o.id === l.listId)).length
}
/** Sums of a list from its lines. Called under the list's lock. */
export async function recount(db: Db, listId: string): Promise<void> {
  const [sums] = await db.query<{ count: number; total: number; paidCount: number; paidTotal: number; failedCount: number; heldCount: number }>(sql`
    select count(*) filter (where state <> 'held')::int as count, coalesce(sum(amount) filter (where state <> 'held'), 0)::float8 as total,
      count(*) filter (where state = 'paid')::int as "paidCount", coalesce(sum(amount) filter (where state = 'paid'), 0)::float8 as "paidTotal",
      count(*) filter (where state in ('failed', 'reissued'))::int as "failedCount", count(*) filter (where state = 'held')::int as "heldCount"
    from payout_line where tenant_id = ${db.me.tenantId} and list_id = ${listId}`)
  if (sums) await db.update(payoutList, listId, { ...sums })
}
/** What was decided about: who gets how much, on which card. */
export async function digestOf(db: Db, listId: string): Promise<string> {
  const lines = await db.unscoped(payoutLine).all({ listId, state: ['ready', 'exported', 'paid', 'failed'] }, { sort: ['seq'] }) // of a list in scope
  const text = lines.map(l => [l.id, l.seq, l.studentId, l.grantId, l.amount, l.cardNo, l.holderName].join('\n')).join('\n\n')
  return createHash('sha256').update(text).digest('hex')
}
/** A list that was changed behind its approval goes no further. */
export async function mustBeUnaltered(db: Db, list: List): Promise<void> {
  if (list.digest !== (await digestOf(db, list.id))) throw refusalOf(payoutList, 'altered')
}
