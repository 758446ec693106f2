import sql from 'sql-template-tag'
import { mustAllow, Refusal } from '#model'
import { type Db, handle } from '#server/context.ts'
import { queueWorker } from '#server/jobs/queue-worker.ts'
import { closeOrder, queryNow } from '../model/actions.ts'
import { payOrder } from '../model/pay-order.ts'
import { applyTrade, type Order } from './book.ts'
import { answered, askTrade, closeAtProvider, isProviderFault } from './provider-calls.ts'

/** 40-F12: seconds after the order was made at which its provider is asked; then at its expiry, after 30 minutes, when it is closed and asked once more. */
const AFTER_SECONDS = [15, 60, 180, 300, 600]
/** Once expired: to close it, to ask again, and further tries where the provider does not answer. */
const AFTER_EXPIRY_SECONDS = [0, 60, 300, 1800, 3600, 6 * 3600, 24 * 3600]
const AT_ONCE = 10
/** A worker that has died holds an order no longer than this. */
const HELD_SECONDS = 90

/** When an order is asked about next; null where that is over. */
export function nextQuery({ createdAt, expireAt }: Pick<Order, 'createdAt' | 'expireAt'>, queries: number): string | null {
  const [made, ends] = [Date.parse(createdAt), Date.parse(expireAt)]
  const moments = [...AFTER_SECONDS.map(s => made + s * 1000).filter(at => at < ends), ...AFTER_EXPIRY_SECONDS.map(s => ends + s * 1000)]
  const at = moments[queries]
  return at === undefined ? null : new Date(at).toISOString()
}
/** Asks about one order; from its expiry on it is closed by the same call. */
async function settle(db: Db, order: Order, now: number): Promise<void> {
  const hasExpired = Date.parse(order.expireAt) <= now && order.state !== 'closed'
  const trade = await (hasExpired ? closeAtProvider(db, order) : askTrade(db, order))
  await applyTrade(db, order, trade)
}
/** Takes orders whose time has come, so that no other process asks about them, and says when they are asked about next. */
async function claim(db: Db, now: number): Promise<Order[]> {
  const due = await db.tx(async tx => {
    const rows = await tx.query<{ id: string }>(sql`select id from pay_order where tenant_id = ${tx.me.tenantId} and next_query_at <= ${new Date(now).toISOString()}
      order by next_query_at limit ${AT_ONCE} for update skip locked`)
    const ids = rows.map(r => r.id)
    const orders = await tx.unscoped(payOrder).all({ id: ids }) // the clock asks about all orders
    const held = new Date(now + HELD_SECONDS * 1000).toISOString()
    const patches = orders.map(o => ({ id: o.id, queries: o.queries + 1, nextQueryAt: held }))
    if (patches.length) await tx.updateMany(payOrder, patches, { bookkeeping: true })
    return orders
  })
  return due
}
/** Asks about an order and says when next. Returns what went wrong beyond a provider that does not answer or answers what cannot be. */
async function round(db: Db, order: Order, now: number): Promise<unknown> {
  const fault = await settle(db, order, now).then(
    () => null,
    (error: unknown) => error,
  )
  const isOver = order.state === 'closed' && !fault // closed before, and asked once more
  const nextQueryAt = isOver ? null : nextQuery(order, order.queries + 1)
  await db.updateWhere(payOrder, sql`t.id = ${order.id} and t.state in ('created', 'paying', 'closed')`, { nextQueryAt }, { bookkeeping: true })
  return isProviderFault(fault) || fault instanceof Refusal ? null : fault
}
/** 40-F12: one round of questions. `now` is the present moment, which tests move on. */
export async function queryOrders(db: Db, now = Date.now()): Promise<boolean> {
  const due = await claim(db, now)
  const faults = []
  for (const order of due) faults.push(await round(db, order, now))
  const fault = faults.find(Boolean)
  if (fault) throw fault
  return due.length === AT_ONCE
}
const waiting = `select from pay_order where tenant_id = $1 and next_query_at <= now()`
export default [
  queueWorker('fee.orders', waiting, db => queryOrders(db)),
  handle(queryNow, async ({ db }, { id }) => {
    const order = await db.visible(payOrder).one(id)
    mustAllow(payOrder, order, 'queryNow')
    return { state: (await applyTrade(db, order, await answered(order, askTrade(db, order)))).state }
  }),
  handle(closeOrder, async ({ db }, { id }) => {
    const order = await db.visible(payOrder).one(id)
    mustAllow(payOrder, order, 'closeOrder')
    return { state: (await applyTrade(db, order, await answered(order, closeAtProvider(db, order)))).state }
  }),
]
