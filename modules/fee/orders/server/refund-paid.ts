import { on } from '#server/context.ts'
import { payOrder } from '../model/pay-order.ts'
import { refundOrder } from '../model/refund-order.ts'
import { succeed } from './refunds.ts'

/** A refund that the bank has paid by a payout list. Told at least once: one that has arrived stays as it is. */
export default on('money.payoutPaid', 'refundPaidByBank', async ({ db }, { source, grantId, listNo }) => {
  if (source !== 'refund') return
  const found = await db.unscoped(refundOrder).find({ id: String(grantId) }) // named by its payout
  if (!found) return
  const order = await db.unscoped(payOrder).lock(found.orderId)
  const refund = await db.unscoped(refundOrder).lock(found.id)
  if (refund.state === 'accepted' || refund.state === 'abnormal') await succeed(db, order, await db.update(refundOrder, refund.id, { slipNo: String(listNo) }))
})
