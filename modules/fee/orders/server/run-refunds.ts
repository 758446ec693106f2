import sql from 'sql-template-tag'
import { mustAllow } from '#model'
import { type Db, handle } from '#server/context.ts'
import { notifyWorkers, queueWorker } from '#server/jobs/queue-worker.ts'
import type { RefundAnswer } from '../../merchants/model/provider.ts'
import { queryRefundNow } from '../model/actions.ts'
import { payOrder } from '../model/pay-order.ts'
import { refundOrder } from '../model/refund-order.ts'
import { answered, isProviderFault, refundAt } from './provider-calls.ts'
import { becomeAbnormal, fail, REFUND_QUEUE, succeed } from './refunds.ts'
import type { Refund } from './take-back.ts'

const AT_ONCE = 10
const HELD_SECONDS = 90
/** Waits between tries, in seconds; the last one repeats. */
const WAITS = [15, 60, 300, 1800, 6 * 3600]
const waitAfter = (tries: number): number => WAITS[Math.min(tries, WAITS.length - 1)] ?? 60

/** A refund's answer, applied under the lock of its order, whoever brought it. */
async function applyRefund(db: Db, id: string, answer: RefundAnswer): Promise<void> {
  await db.tx(async tx => {
    const { orderId } = await tx.unscoped(refundOrder).one(id) // found by the clock, by a notice, or in the caller's scope
    const order = await tx.unscoped(payOrder).lock(orderId)
    const refund = await tx.unscoped(refundOrder).lock(id)
    if (refund.state !== 'accepted') return
    const { state, why = '' } = answer
    if (state === 'success') return succeed(tx, order, refund)
    if (state === 'abnormal') return becomeAbnormal(tx, order, refund, why)
    if (state === 'failed') return fail(tx, order, refund, why)
    if (why) await tx.update(refundOrder, id, { why: why.slice(0, 300) })
  })
}
/** Asks for the refund, again where the first try had no answer: its number makes it the same one. Once the provider works on it, only how far it is. */
async function ask(db: Db, refund: Refund): Promise<void> {
  const order = await db.unscoped(payOrder).one(refund.orderId) // the order of a checked refund
  const { refundNo, amount, reason, createdAt } = refund
  const answer = await refundAt(db, order, { refundNo, amount, reason, createdAt }, refund.why === PROCESSING ? 'queryRefund' : 'refund')
  await applyRefund(db, refund.id, answer.state === 'processing' && !answer.why ? { ...answer, why: PROCESSING } : answer)
}
/** Said of a refund on which its provider works. */
const PROCESSING = '渠道正在办理'
async function claim(db: Db, now: number): Promise<Refund[]> {
  return db.tx(async tx => {
    const rows = await tx.query<{
      id: string
    }>(sql`select id from refund_order where tenant_id = ${tx.me.tenantId} and state = 'accepted' and next_at <= ${new Date(now).toISOString()}
      order by next_at limit ${AT_ONCE} for update skip locked`)
    const refunds = await tx.unscoped(refundOrder).all({ id: rows.map(r => r.id) }) // the clock works on all of them
    const held = new Date(now + HELD_SECONDS * 1000).toISOString()
    if (refunds.length)
      await tx.updateMany(
        refundOrder,
        refunds.map(r => ({ id: r.id, tries: r.tries + 1, nextAt: held })),
        { bookkeeping: true },
      )
    return refunds
  })
}
/** Works on refunds whose time has come. */
export async function runRefunds(db: Db, now = Date.now()): Promise<boolean> {
  const due = await claim(db, now)
  const faults: unknown[] = []
  for (const refund of due) {
    await ask(db, refund).catch((fault: unknown) => void (isProviderFault(fault) || faults.push(fault)))
    const nextAt = new Date(now + waitAfter(refund.tries) * 1000).toISOString()
    await db.updateWhere(refundOrder, { id: refund.id, state: 'accepted' }, { nextAt }, { bookkeeping: true })
  }
  if (faults.length) throw faults[0]
  return due.length === AT_ONCE
}
/** A verified notice says that something became of a refund; the provider is asked what. Returns whether there is such a refund of this account. */
export async function refundTold(db: Db, merchantId: string, refundNo: string): Promise<boolean> {
  const refund = await db.unscoped(refundOrder).find({ refundNo }) // named by a verified notice
  const order = refund && (await db.unscoped(payOrder).find({ id: refund.orderId, merchantId }))
  if (!refund || !order) return false
  await db.tx(async tx => {
    await tx.updateWhere(refundOrder, { id: refund.id, state: 'accepted' }, { nextAt: new Date().toISOString() }, { bookkeeping: true })
    await notifyWorkers(tx, REFUND_QUEUE)
  })
  return true
}
export default [
  queueWorker(REFUND_QUEUE, `select from refund_order where tenant_id = $1 and state = 'accepted' and next_at <= now()`, db => runRefunds(db)),
  handle(queryRefundNow, async ({ db }, { id }) => {
    const refund = await db.visible(refundOrder).one(id)
    mustAllow(refundOrder, refund, 'queryNow')
    const order = await db.unscoped(payOrder).one(refund.orderId) // the refund is in the caller's scope
    await answered(order, ask(db, refund))
  }),
]
