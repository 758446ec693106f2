import sql from 'sql-template-tag'
import type { DraftOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import type { Db } from '#server/context.ts'
import type { Explanation } from '../model/choose-worker.ts'
import { acceptBy } from '../model/clock.ts'
import { REPAIR_MESSAGES } from '../model/messages.ts'
import { repairOrder } from '../model/order.ts'
import { type ASSIGNED_WAYS, workSheet } from '../model/sheet.ts'
import { OPEN_SHEET } from '../model/states.ts'
import { ordersChanged } from './change-order.ts'
import { sheetTodos, tell, workerOf } from './order-news.ts'
import { type Order, urgencyOf } from './orders.ts'
import { settingsOf } from './settings.ts'

export interface Giving {
  order: Order
  repairerId: string
  way: keyof typeof ASSIGNED_WAYS
  why: Explanation | null
}
/** Gives orders to workers, whose rows the caller has locked. Returns the sheets, in order; claimed ones are accepted at once. */
export async function give(db: Db, givings: readonly Giving[], now = Date.now()): Promise<string[]> {
  if (!givings.length) return []
  const [settings, assignedAt] = [await settingsOf(db), new Date(now).toISOString()]
  const sheets = givings.map(async ({ order, repairerId, way }) => {
    const urgency = await urgencyOf(db, order.urgencyId)
    const state = way === 'grab' ? { state: 'accepted' as const, acceptedAt: assignedAt } : { state: 'assigned' as const, acceptedAt: null }
    return { id: uuidv7(), orderId: order.id, repairerId, assignedWay: way, assignedAt, acceptBy: acceptBy(now, urgency, settings), ...state }
  })
  const made = await Promise.all(sheets)
  await db.insertMany(workSheet, made as Array<DraftOf<typeof workSheet> & { id: string }>)
  const given = givings.map(({ order, repairerId, why }) => ({
    ...order,
    state: 'dispatched' as const,
    workerId: repairerId,
    why,
    dispatchAt: null,
    pooledAt: null,
    poolReason: null,
  }))
  await db.updateMany(
    repairOrder,
    given.map(({ id, state, workerId, why, dispatchAt, pooledAt, poolReason }) => ({ id, state, workerId, why, dispatchAt, pooledAt, poolReason })),
  )
  await ordersChanged(db, given)
  const until = new Map(made.map(s => [s.orderId, s.acceptBy]))
  const asked = given.filter((_, n) => made[n]?.state === 'assigned')
  await sheetTodos.open(
    db,
    'accept',
    asked.map(row => ({ row, to: workerOf(row), more: { until: schoolTimeText(until.get(row.id) ?? '') } })),
  )
  return made.map(s => s.id)
}
/** Takes the open sheet of an order away, if there is one, and tells its worker. */
export async function endSheet(db: Db, order: Order, reason: string): Promise<void> {
  const ended = await db.updateWhere(
    workSheet,
    { orderId: order.id, state: OPEN_SHEET },
    { state: 'transferred', endedAt: sql`now()`, endReason: reason },
    { returning: ['repairerId'] },
  )
  if (!ended.length) return
  await sheetTodos.follow(db, [{ id: order.id, state: 'transferred' }])
  await tell(
    db,
    REPAIR_MESSAGES.taken,
    [order],
    () => ended.map(s => s.repairerId),
    'work',
    () => ({ reason: { text: reason } }),
  )
}
