import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { queueWorker } from '#server/jobs/queue-worker.ts'
import { type Choice, chooseWorker, type Explanation, POOL_REASONS, type PoolReason, withSheet } from '../model/choose-worker.ts'
import { repairType } from '../model/faults.ts'
import { REPAIR_MESSAGES } from '../model/messages.ts'
import { repairOrder } from '../model/order.ts'
import { DISPATCH } from '../model/permissions.ts'
import { workSheet } from '../model/sheet.ts'
import { type Giving, give } from './assign.ts'
import { changeOrders, DISPATCHER, each, holdersFor, orderTodos, sendBack, sheetTodos, tell } from './order-news.ts'
import { idsOf, type Order } from './orders.ts'
import { askedBefore, jobOf, workersOf } from './workers.ts'

const BATCH = 200
const LAPSED = '超时未接单'
const NO_ONE: Explanation = { skill: 0, building: 0, shift: 0, full: 0, asked: 0 }

/** 20-R4: sheets not accepted in time go back; the worker is not asked again. Orders are locked before their sheets, as everywhere. */
async function lapse(db: Db): Promise<void> {
  const orders = await db.query<{ id: string }>(sql`select o.id from work_sheet s join repair_order o on o.tenant_id = s.tenant_id and o.id = s.order_id
    where s.tenant_id = ${db.me.tenantId} and s.state = 'assigned' and s.accept_by <= now() limit ${BATCH} for update of o skip locked`)
  if (!orders.length) return
  const match = sql`t.order_id = any(${idsOf(orders)}::uuid[]) and t.state = 'assigned' and t.accept_by <= now()`
  const lapsed = await db.updateWhere(workSheet, match, { state: 'transferred', endedAt: sql`now()`, endReason: LAPSED }, { returning: ['orderId', 'repairerId'] })
  const workers = new Map(lapsed.map(s => [s.orderId, [s.repairerId]]))
  const rows = await db.unscoped(repairOrder).all({ id: [...workers.keys()] }) // the program's own work
  const over = rows.map(({ id }) => ({ id, state: 'transferred' as const }))
  await sheetTodos.follow(db, over)
  const waiting = await sendBack(db, rows)
  await tell(
    db,
    REPAIR_MESSAGES.taken,
    'work',
    each(waiting, o => workers.get(o.id) ?? [], { reason: { text: LAPSED } }),
  )
}
/** Orders that nobody fits, or that a person is to decide. */
async function pool(db: Db, pooled: ReadonlyMap<Order, { reason: PoolReason; why: Explanation }>): Promise<void> {
  const pooledAt = new Date().toISOString()
  const patches = new Map([...pooled].map(([o, { reason, why }]) => [o.id, { dispatchAt: null, pooledAt, poolReason: reason, why }]))
  const orders = await changeOrders(db, [...pooled.keys()], o => patches.get(o.id) ?? {})
  const reason = (o: Order) => ({ reason: { text: POOL_REASONS[o.poolReason ?? 'manual'] } })
  await orderTodos.open(db, 'pool', each(orders, await holdersFor(db, DISPATCH), reason))
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
  const givings: Giving[] = []
  const pooled = new Map<Order, { reason: PoolReason; why: Explanation }>()
  for (const order of orders) {
    const job = await jobOf(db, order, asked.get(order.id))
    const choice = types.get(order.typeId)?.mode === 'manual' ? manual('manual') : (order.reopenCount ?? 0) > 1 ? manual('visit') : chooseWorker(workers, job, now)
    if ('reason' in choice) pooled.set(order, choice)
    else {
      givings.push({ order, repairerId: choice.workerId, way: 'auto', why: choice.why })
      workers = workers.map(w => (w.id === choice.workerId ? { ...w, ...withSheet(w, job, now) } : w))
    }
  }
  await give(db, givings, now)
  if (pooled.size) await pool(db, pooled)
  return orders.length
}
const manual = (reason: PoolReason): Choice<PoolReason> => ({ reason, why: NO_ONE })
export default queueWorker(
  DISPATCHER,
  `select from repair_order where tenant_id = $1 and dispatch_at <= now() union all select from work_sheet where tenant_id = $1 and state = 'assigned' and accept_by <= now()`,
  async db => (await db.tx(inside => dispatchWaiting(inside))) === BATCH,
)
