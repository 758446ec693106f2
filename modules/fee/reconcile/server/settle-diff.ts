import { type Row, refusalOf } from '#model'
import type { Db } from '#server/context.ts'
import { OUTCOMES } from '../../orders/model/notify-log.ts'
import { orderPayment, payOrder } from '../../orders/model/pay-order.ts'
import { book, bookRest, giveBack, settleRefund, takeOut, undoRefund } from '../../orders/server/api.ts'
import { reconDiff } from '../model/recon-diff.ts'

type Diff = Row<typeof reconDiff>
interface By {
  makerId: string | null
  checkerId: string
  reason: string
}
/** 40-F8: a row of a statement makes an order paid, by the same way as a notice. */
async function bookPayment(db: Db, { orderId, orderNo, txnNo, theirAmount, theirFee, theirAt, bizDate }: Diff): Promise<void> {
  const paid = { txnNo: txnNo ?? '', amount: theirAmount ?? 0, paidAt: theirAt ?? undefined, fee: theirFee ?? undefined, bizDate }
  const order = await db.unscoped(payOrder).one(orderId ?? '') // named by a difference in the caller's scope
  const outcome = await book(db, order, paid)
  if (outcome === 'amount' || outcome === 'foreign') throw refusalOf(reconDiff, 'booking', { orderNo, outcome: { text: OUTCOMES[outcome] } })
}
async function takeFrom(db: Db, orderId: string, amount: number, by: By): Promise<void> {
  await takeOut(db, await db.unscoped(payOrder).lock(orderId), { amount, ...by }) // named by a difference in the caller's scope
}
const paymentIs = ({ orderId, txnNo }: Diff) => ({ orderId: orderId ?? '', txnNo: txnNo ?? '' })
/** Brings a payment to what the statement says of it. */
async function settleAmount(db: Db, diff: Diff, by: By): Promise<void> {
  const { id, orderId, flow, ourAmount, theirAmount, bizDate } = diff
  const more = (theirAmount ?? 0) - (ourAmount ?? 0)
  if (flow === 'refund') return takeFrom(db, orderId ?? '', more, by)
  if (more > 0) await bookRest(db, orderId ?? '', { id, amount: more, bizDate })
  else await takeFrom(db, orderId ?? '', -more, by)
  await db.updateWhere(orderPayment, paymentIs(diff), { amount: theirAmount ?? 0 })
}
/** Money that the statement does not have leaves the ledgers; a refund that it does not have is the payer's credit again. */
async function reverse(db: Db, diff: Diff, by: By): Promise<void> {
  const { flow, orderId, refundId, ourAmount } = diff
  if (flow === 'refund') return undoRefund(db, refundId ?? '', by.reason)
  await takeFrom(db, orderId ?? '', ourAmount ?? 0, by)
  await db.removeWhere(orderPayment, paymentIs(diff))
}
async function bookRefund(db: Db, { refundId, orderId, theirAmount }: Diff, by: By): Promise<void> {
  if (refundId) await settleRefund(db, refundId, by)
  else await takeFrom(db, orderId ?? '', theirAmount ?? 0, by)
}
/** What was decided about a difference, done: the day and the difference are locked by the caller. */
export async function settle(db: Db, diff: Diff, checkerId: string): Promise<void> {
  const by = { makerId: diff.makerId, checkerId, reason: diff.note ?? '' }
  if (diff.handling === 'explained') return
  if (diff.kind === 'amount') return settleAmount(db, diff, by)
  if (diff.handling === 'reverse') return reverse(db, diff, by)
  if (diff.flow === 'refund') return bookRefund(db, diff, by)
  await bookPayment(db, diff)
  if (diff.handling === 'refund') await giveBack(db, diff.orderId ?? '', { amount: diff.theirAmount ?? 0, ...by })
}
