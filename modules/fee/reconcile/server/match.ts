import sql from 'sql-template-tag'
import type { Row } from '#model'
import { addDays } from '#modules/campus/model/days.ts'
import { accountsWith } from '#server/access/holders.ts'
import { type Db, handle } from '#server/context.ts'
import type { StatementRow } from '../../merchants/model/provider.ts'
import { orderPayment } from '../../orders/model/pay-order.ts'
import { closeReconDay, match } from '../model/actions.ts'
import { reconDay, statementRow } from '../model/recon-day.ts'
import { reconDiff } from '../model/recon-diff.ts'
import { type Compared, compare, type Difference, keyOfRow } from './compare.ts'
import { dayTodos } from './day-todos.ts'
import { type Ours, ordersNamed, ourSide } from './our-side.ts'

export type Day = Row<typeof reconDay>
interface KeptRow {
  bizDate: string
  kind: StatementRow['kind']
  orderNo: string
  refundNo: string
  txnNo: string
  amount: number
  fee: number
  at: string
}
/** Rows of the statements of an account from one day to another. */
async function statementRows(db: Db, merchantId: string, from: string, to: string): Promise<KeptRow[]> {
  const rows =
    await db.query<KeptRow>(sql`select d.biz_date::text as "bizDate", s.kind, coalesce(s.order_no, '') as "orderNo", coalesce(s.refund_no, '') as "refundNo", s.txn_no as "txnNo",
      s.amount::float8 as amount, s.fee::float8 as fee, s.at from statement_row s join recon_day d on d.tenant_id = s.tenant_id and d.id = s.day_id
    where s.tenant_id = ${db.me.tenantId} and d.merchant_id = ${merchantId} and d.biz_date between ${from}::date and ${to}::date`)
  return rows.map(row => ({ ...row, at: new Date(row.at).toISOString() }))
}
const draftOf = (day: Day, { isAuto, ...difference }: Difference) => ({
  ...{ dayId: day.id, merchantId: day.merchantId, bizDate: day.bizDate, ...difference },
  ...(isAuto ? ({ state: 'done', handling: 'auto', handledAt: new Date().toISOString() } as const) : {}),
})
/** Differences as they are now. What people have decided stays; what was carried here stays until it is found. */
async function keepDifferences(db: Db, day: Day, { differences }: Compared): Promise<void> {
  await db.removeWhere(reconDiff, sql`t.day_id = ${day.id} and t.state = 'open' and t.carried_from is null`, { history: false })
  await db.insertMany(
    reconDiff,
    differences.map(d => draftOf(day, d)),
    { skipExisting: true, history: false },
  )
}
/** What was open on other days, or carried, and is found now. */
async function settleFound(db: Db, day: Day, { pairs, differences }: Compared): Promise<void> {
  const wrong = new Set(differences.filter(d => !d.isAuto).map(d => d.key))
  const keys = pairs.map(p => keyOfRow(p.row)).filter(key => !wrong.has(key))
  const isFound = sql`t.merchant_id = ${day.merchantId} and t.state <> 'done' and t.kind in ('oursOnly', 'theirsOnly') and t.key = any(${keys}::text[])`
  const found = await db.updateWhere(reconDiff, isFound, { kind: 'crossDay', state: 'done', handling: 'auto', handledAt: sql`now()` }, { returning: ['dayId'] })
  for (const dayId of new Set(found.map(f => f.dayId))) if (dayId !== day.id) await countDiffs(db, dayId)
}
/** Counts what is left to do of a day; its to-do ends where nothing is. */
export async function countDiffs(db: Db, dayId: string): Promise<Day> {
  const diffCount = sql`(select count(*)::int from recon_diff f where f.tenant_id = t.tenant_id and f.day_id = t.id and f.state <> 'done')`
  await db.updateWhere(reconDay, sql`t.id = ${dayId}`, { diffCount }, { bookkeeping: true })
  const day = await db.unscoped(reconDay).one(dayId) // a day the caller holds
  await dayTodos.follow(db, [day])
  return day
}
/** The provider's fee becomes known by its statement. */
const keepFees = (db: Db, { pairs }: Compared): Promise<unknown> =>
  db.updateMany(
    orderPayment,
    pairs.flatMap(({ row, mine }) => (mine.flow === 'payment' && mine.fee !== row.fee ? [{ id: mine.id, fee: row.fee }] : [])),
    { bookkeeping: true },
  )
const signed = (flow: 'payment' | 'refund', amount: number): number => (flow === 'payment' ? amount : -amount)
const sumsOf = (day: Day, theirs: readonly StatementRow[], ours: readonly Ours[]) => {
  const own = ours.filter(m => m.day === day.bizDate)
  return {
    ...{ ourCount: own.length, ourSum: own.reduce((sum, m) => sum + signed(m.flow, m.amount), 0) },
    ...{ theirCount: theirs.length, theirSum: theirs.reduce((sum, r) => sum + signed(r.kind, r.amount), 0), feeSum: theirs.reduce((sum, r) => sum + r.fee, 0) },
  }
}
/** Matches a day whose statement is here; the day is locked by the caller. Repeated, it comes to the same. */
export async function matchDay(db: Db, day: Day): Promise<Day> {
  const { merchantId, bizDate } = day
  const kept = await statementRows(db, merchantId, addDays(bizDate, -1), addDays(bizDate, 1))
  const [theirs, near] = [kept.filter(r => r.bizDate === bizDate), kept.filter(r => r.bizDate !== bizDate)]
  const ours = await ourSide(db, day, theirs)
  const compared = compare({ bizDate, theirs, near, ours, orders: await ordersNamed(db, day, theirs) })
  await keepDifferences(db, day, compared)
  await settleFound(db, day, compared)
  await keepFees(db, compared)
  await db.update(reconDay, day.id, { state: 'open', ...sumsOf(day, theirs, ours) })
  const after = await countDiffs(db, day.id)
  if (after.diffCount) await dayTodos.open(db, 'differences', [{ row: after, to: await accountsWith(db, closeReconDay.permission) }])
  return after
}
/** Takes the place of a day's former statement. */
export async function storeRows(db: Db, dayId: string, rows: readonly StatementRow[]): Promise<void> {
  await db.removeWhere(statementRow, { dayId }, { history: false })
  const drafts = rows.map(({ kind, orderNo, refundNo, txnNo, amount, fee, at }) => ({ dayId, kind, orderNo, refundNo: refundNo ?? null, txnNo, amount, fee, at }))
  await db.insertMany(statementRow, drafts, { history: false })
}
export default handle(match, async ({ db }, { id }) => {
  const { state, diffCount } = await matchDay(db, await db.visible(reconDay).lock(id, 'match'))
  return { state, diffCount }
})
