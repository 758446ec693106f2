import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { notifyWorkers } from '#server/jobs/queue-worker.ts'
import { payerCredit } from '../../bills/model/bill-line.ts'
import { lockLines } from '../../bills/server/api.ts'
import { payOrder } from '../model/pay-order.ts'
import { refundOrder } from '../model/refund-order.ts'
import { linesOf, type Order } from './book.ts'
import { handToPayout } from './hand-to-payout.ts'
import { newNo } from './order-no.ts'
import { REFUND_QUEUE, routeFor } from './refunds.ts'
import { takeBack } from './take-back.ts'

/** Money of a payer's credit that two people have agreed to give back. */
export interface CreditRefund {
  studentId: string
  amount: number
  reason: string
  makerId: string
  checkerId: string
}
/**
 * Gives credit back by the orders that brought money, the newest first, each at most what it has left (40-F13). Returns what of the credit no order could take. Orders are locked first, then their
 * lines, then the credit, as everywhere.
 */
export async function refundCredit(db: Db, asked: CreditRefund): Promise<number> {
  const orders = await lockedOrders(db, asked.studentId)
  const lineIds = (await Promise.all(orders.map(o => linesOf(db, o.id)))).flat().map(l => l.billLineId)
  await lockLines(db, [...new Set(lineIds)])
  const credit = await db.unscoped(payerCredit).find({ studentId: asked.studentId, origin: 'own', book: 'student' }) // the payer of the refund
  if (!credit) return 0
  const { balance } = await db.unscoped(payerCredit).lock(credit.id) // the same
  let rest = Math.min(asked.amount, balance)
  for (const order of orders) {
    const amount = Math.min(rest, order.received - order.refunding)
    if (amount <= 0) continue
    rest -= amount
    await refundBy(db, order, { ...asked, amount })
  }
  await notifyWorkers(db, REFUND_QUEUE)
  return rest
}
async function lockedOrders(db: Db, studentId: string): Promise<Order[]> {
  const rows = await db.query<{ id: string }>(sql`select id from pay_order where tenant_id = ${db.me.tenantId} and student_id = ${studentId} and received > refunding
    and state in ('paid', 'paidLate', 'partRefunded') and merchant_id in (select id from merchant_account where book = 'student') order by id for no key update`)
  return rows.length ? db.unscoped(payOrder).all({ id: rows.map(r => r.id) }, { sort: ['-paidAt'] }) : [] // orders of the payer of the refund
}
async function refundBy(db: Db, order: Order, { amount, reason, makerId, checkerId }: CreditRefund): Promise<void> {
  const now = new Date().toISOString()
  const route = routeFor(order, null)
  const { id: orderId, payerName, studentId } = order
  const checked = { state: 'accepted', makerId, checkerId, checkedAt: now, ...(route === 'original' ? { nextAt: now } : {}) } as const
  const refund = await db.insert(refundOrder, { refundNo: newNo('R'), orderId, studentId, payerName, amount, reason, route, ...checked })
  await takeBack(db, await db.update(payOrder, orderId, { refunding: order.refunding + amount }), refund)
  if (route === 'bank') await handToPayout(db, refund)
}
