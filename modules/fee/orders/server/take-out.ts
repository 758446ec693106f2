import type { Db } from '#server/context.ts'
import { type OrderState, payOrder } from '../model/pay-order.ts'
import { refundOrder } from '../model/refund-order.ts'
import type { Order } from './book.ts'
import { newNo } from './order-no.ts'
import { takeBack } from './take-back.ts'

/** Who takes money out, and why. */
export interface TakingOut {
  amount: number
  reason: string
  makerId: string | null
  checkerId?: string | null
}
export const refundedState = ({ received }: Pick<Order, 'received'>, refunded: number): OrderState => (refunded >= received ? 'refunded' : refunded ? 'partRefunded' : 'paid')
/** Takes money of an order out of the ledgers that is not there, or has left already: kept as a refund that is done. No provider is asked. The order is locked by the caller. */
export async function takeOut(db: Db, order: Order, { amount, reason, makerId, checkerId = null }: TakingOut): Promise<void> {
  const { payerName, studentId } = order
  const draft = { refundNo: newNo('R'), orderId: order.id, studentId, payerName, amount, reason, route: 'bank', state: 'success', makerId, checkerId } as const
  await takeBack(db, order, await db.insert(refundOrder, { ...draft, finishedAt: new Date().toISOString() }))
  const refunded = order.refunded + amount
  await db.update(payOrder, order.id, { refunding: order.refunding + amount, refunded, state: refundedState(order, refunded) })
}
