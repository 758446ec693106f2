import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { queueWorker } from '#server/jobs/queue-worker.ts'
import { type Choice, chooseWorker, type Explanation, POOL_REASONS, type PoolReason, withSheet } from '../model/choose-worker.ts'
import { REPAIR_MESSAGES } from '../model/messages.ts'
import { repairOrder } from '../model/order.ts'
import { DISPATCH } from '../model/permissions.ts'
import { workSheet } from '../model/sheet.ts'
import { repairType } from '../model/type.ts'
import { type Giving, give } from './assign.ts'
import { holdersFor, orderTodos, sheetTodos, tell } from './order-news.ts'
import { idsOf, type Order } from './orders.ts'
import { DISPATCHER } from './report.ts'
import { askedBefore, jobOf, workersOf } from './workers.ts'

const BATCH = 200
const LAPSED = '超时未接单'
const NO_ONE: Explanation = { skill: 0, building: 0, shift: 0, full: 0, asked: 0 }

/** 20-R4: sheets not accepted in time go back; the worker is not asked again. Orders are locked before their sheets, as everywhere. */
async function lapse(db: Db): Promise<void> {
  const orders = await db.query<{ id: string }>(sql`select o.id from work_sheet s join repair_order o on o.tenant_id = s.tenant_id and o.id = s.order_id
    where s.tenant_id = ${db.me.tenantId} and s.state = 'assigned' and s.accept_by <= now() limit ${BATCH} for update of o skip locked`)
  if (!orders.length) return
  const match = sql`t.order_id = any(${orders.map(o => o.id)}::uuid[]) and t.state = 'assigned' and t.accept_by <= now()`
  const lapsed = await db.updateWhere(workSheet, match, { state: 'transferred', endedAt: sql`now()`, endReason: LAPSED }, { returning: ['orderId', 'repairerId'] })
  await sheetTodos.follow(
    db,
    orders.map(o => ({ id: o.id, state: 'transferred' as const })),
  )
  await sendBack(
    db,
    lapsed.map(s => s.orderId),
  )
  const workers = new Map(lapsed.map(s => [s.orderId, s.repairerId]))
  const rows = await db.unscoped(repairOrder).all({ id: lapsed.map(s => s.orderId) }) // the program's own work
  await tell(
    db,
    REPAIR_MESSAGES.taken,
    rows,
    o => [workers.get(o.id) ?? []].flat(),
    'work',
    () => ({ reason: { text: LAPSED } }),
  )
}
/** Orders without a worker again, to be dispatched at once. */
export const sendBack = (db: Db, orderIds: readonly string[]) =>
  db.updateWhere(repairOrder, sql`t.id = any(${[...orderIds]}::uuid[])`, { state: sql`case when t.reopen_count > 0 then 'reopened' else 'submitted' end`, dispatchAt: sql`now()` })

interface Pooled {
  order: Order
  reason: PoolReason
  why: Explanation
}
/** Orders that nobody fits, or that a person is to decide. */
async function pool(db: Db, pooled: readonly Pooled[]): Promise<void> {
  if (!pooled.length) return
  const at = new Date().toISOString()
  await db.updateMany(
    repairOrder,
    pooled.map(p => ({ id: p.order.id, dispatchAt: null, pooledAt: at, poolReason: p.reason, why: p.why })),
  )
  const holders = await holdersFor(db, DISPATCH)
  await orderTodos.open(
    db,
    'pool',
    pooled.map(({ order, reason }) => ({ row: order, to: holders(order), more: { reason: { text: POOL_REASONS[reason] } } })),
  )
}
/** Order of dispatch: the most urgent, then the oldest. */
async function takeWaiting(db: Db): Promise<Order[]> {
  const ids = await db.query<{ id: string }>(sql`select o.id from repair_order o join repair_urgency g on g.tenant_id = o.tenant_id and g.id = o.urgency_id
    where o.tenant_id = ${db.me.tenantId} and o.dispatch_at <= now() order by g.level, o.created_at limit ${BATCH} for update of o skip locked`)
  const rows = new Map((ids.length ? await db.unscoped(repairOrder).all({ id: ids.map(r => r.id) }, { limit: BATCH }) : []).map(o => [o.id, o])) // the program's own work
  return ids.flatMap(({ id }) => rows.get(id) ?? [])
}
/** 20-R2, 20-R3: gives each waiting order to the best worker, or to the dispatchers with the reason. Returns how many there were. */
export async function dispatchWaiting(db: Db, now = Date.now()): Promise<number> {
  await lapse(db)
  const orders = await takeWaiting(db)
  if (!orders.length) return 0
  let workers = await workersOf(db, { lock: true })
  const [types, asked] = [await db.cached(repairType), await askedBefore(db, idsOf(orders))]
  const [givings, pooled]: [Giving[], Pooled[]] = [[], []]
  for (const order of orders) {
    const job = await jobOf(db, order, asked.get(order.id))
    const choice = types.get(order.typeId)?.mode === 'manual' ? manual('manual') : (order.reopenCount ?? 0) > 1 ? manual('visit') : chooseWorker(workers, job, now)
    if ('reason' in choice) pooled.push({ order, ...choice })
    else {
      givings.push({ order, repairerId: choice.workerId, way: 'auto', why: choice.why })
      workers = workers.map(w => (w.id === choice.workerId ? { ...w, ...withSheet(w, job, now) } : w))
    }
  }
  await give(db, givings, now)
  await pool(db, pooled)
  return orders.length
}
const manual = (reason: PoolReason): Choice<PoolReason> => ({ reason, why: NO_ONE })
export default queueWorker(
  DISPATCHER,
  `select from repair_order where tenant_id = $1 and dispatch_at <= now() union all select from work_sheet where tenant_id = $1 and state = 'assigned' and accept_by <= now()`,
  async db => (await db.tx(inside => dispatchWaiting(inside))) === BATCH,
)
