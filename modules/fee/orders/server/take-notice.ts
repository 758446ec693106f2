import sql from 'sql-template-tag'
import { accountsWith } from '#server/access/holders.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import type { Db } from '#server/context.ts'
import { notify } from '#server/notifications/notify.ts'
import { merchantAccount } from '../../merchants/model/merchant-account.ts'
import type { Notice } from '../../merchants/model/provider.ts'
import { type Ack, adapterOf, type Headers, type Merchant, NoticeRefusal } from '../../merchants/server/api.ts'
import { closeOrder } from '../model/actions.ts'
import { MERCHANT_MESSAGES } from '../model/messages.ts'
import { FAILURES, notifyLog, OUTCOMES, type Outcome } from '../model/notify-log.ts'
import { payOrder } from '../model/pay-order.ts'
import { book } from './book.ts'
import { refundTold } from './run-refunds.ts'

/** 40-F9: how far the time of a signed notice may lie from ours. */
const MOST_SKEW_MS = 5 * 60_000
const ALARM_AFTER = 5
const ALARM_MINUTES = 10
interface Verdict {
  outcome: Outcome
  orderNo?: string | undefined
  orderId?: string | undefined
}
/** 40-F9: signature, time, merchant, order and amount must all agree. The order belongs to this account, else it is unknown. */
async function judge(db: Db, m: Merchant, headers: Headers, rawBody: Buffer): Promise<Verdict> {
  const notice = adapterOf(m).parseNotice(m, headers, rawBody)
  const { orderNo } = notice
  if (notice.sentAt !== undefined && !(Math.abs(Date.now() - notice.sentAt) <= MOST_SKEW_MS)) return { outcome: 'time', orderNo }
  if (notice.merchantNo !== m.merchantNo || (notice.appId !== undefined && notice.appId !== m.appId)) return { outcome: 'merchant', orderNo }
  if (notice.kind === 'other') return { outcome: 'ignored', orderNo }
  if (notice.kind === 'refund') return { outcome: (await refundTold(db, m.id, notice.refundNo ?? '')) ? 'refund' : 'unknown', orderNo }
  return pay(db, m, notice)
}
async function pay(db: Db, m: Merchant, { orderNo, txnNo = '', amount = -1, paidAt }: Notice): Promise<Verdict> {
  const order = await db.unscoped(payOrder).find({ orderNo, merchantId: m.id }) // named by a verified notice
  if (!order || !txnNo) return { outcome: 'unknown', orderNo }
  return { outcome: await book(db, order, { txnNo, amount, paidAt }), orderNo, orderId: order.id }
}
/** A notice from a provider: stored before anything is done with it, judged, and answered so that the provider repeats what was not taken. */
export async function takeNotice(db: Db, m: Merchant, headers: Headers, rawBody: Buffer, ip: string): Promise<Ack> {
  const draft = { merchantId: m.id, provider: m.provider, receivedAt: new Date().toISOString(), ip, headers, body: rawBody.toString('base64') }
  const id = uuidv7()
  await db.insertMany(notifyLog, [{ ...draft, id }], { history: false }) // a log of its own
  const verdict = await judge(db, m, headers, rawBody).catch((fault: unknown): Verdict & { fault?: unknown } =>
    fault instanceof NoticeRefusal ? { outcome: fault.reason } : { outcome: 'fault', fault },
  )
  const { outcome, orderNo, orderId } = verdict
  await db.updateWhere(notifyLog, { id }, { outcome, orderNo: orderNo?.slice(0, 64) ?? null, orderId: orderId ?? null }, { history: false })
  const isOk = !FAILURES.includes(verdict.outcome)
  if (!isOk) await alarm(db, m, verdict.outcome)
  if ('fault' in verdict) throw verdict.fault
  return adapterOf(m).ack(m, isOk)
}
/** 40-F9: after so many failures in so many minutes finance is told, once in that time. */
async function alarm(db: Db, m: Merchant, outcome: Outcome): Promise<void> {
  const [found] = await db.query<{ n: number }>(sql`select count(*)::int as n from notify_log where tenant_id = ${db.me.tenantId} and merchant_id = ${m.id}
    and received_at > now() - make_interval(mins => ${ALARM_MINUTES}) and outcome = any(${[...FAILURES]}::text[])`)
  const n = found?.n ?? 0
  if (n < ALARM_AFTER) return
  await db.tx(async tx => {
    const isQuiet = sql`t.id = ${m.id} and (t.alarmed_at is null or t.alarmed_at < now() - make_interval(mins => ${ALARM_MINUTES}))`
    if (!(await tx.updateWhere(merchantAccount, isQuiet, { alarmedAt: sql`now()` }, { bookkeeping: true })).length) return
    const to = await accountsWith(tx, closeOrder.permission)
    const values = { merchant: m.name, n: String(n), outcome: { text: OUTCOMES[outcome] } }
    await notify(tx, MERCHANT_MESSAGES.noticeFailures, { to, values, bizType: 'merchantAccount', bizId: m.id, link: `/fee/notices?merchantId=${m.id}` })
  })
}
