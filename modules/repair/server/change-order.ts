import type { Db } from '#server/context.ts'
import { repairOrder } from '../model/order.ts'
import { orderTodos } from './order-news.ts'
import type { Order } from './orders.ts'

/** What follows from changed orders: to-dos that are settled, and other modules hear of it. Only a cost that the applicant bears, by consent or by decision, is handed in to fees (40-F18). */
export async function ordersChanged(db: Db, rows: readonly Order[]): Promise<void> {
  await orderTodos.follow(db, rows)
  await db.emitMany(
    'repair.orderChanged',
    rows.map(r => {
      const payBy = r.payBy === 'student' && r.chargeState !== 'charged' ? null : r.payBy
      return { orderId: r.id, roomId: r.roomId, state: r.state, payBy, ...(payBy === 'student' ? { payerId: r.applicantId, amount: r.costTotal } : {}) }
    }),
  )
}
export async function changeOrder(db: Db, id: string, patch: Partial<Order>): Promise<Order> {
  const after = await db.update(repairOrder, id, patch)
  await ordersChanged(db, [after])
  return after
}
