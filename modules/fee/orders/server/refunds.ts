import { refusalOf } from '#model'
import { DAY_MS } from '#model/days.ts'
import { yuanText } from '#model/money.ts'
import { withdrawGrant } from '#modules/money/server/api.ts'
import { accountsWith } from '#server/access/holders.ts'
import { type Db, handle } from '#server/context.ts'
import { notifyWorkers } from '#server/jobs/queue-worker.ts'
import { type MessageAbout, notifyAbout } from '#server/notifications/about.ts'
import { rowTodos } from '#server/notifications/row-todos.ts'
import { PROVIDERS } from '../../merchants/model/merchant-account.ts'
import { adapterOf } from '../../merchants/server/api.ts'
import { approveRefund, payByBank, rejectRefund, requestRefund } from '../model/actions.ts'
import { ORDER_MESSAGES } from '../model/messages.ts'
import { payOrder } from '../model/pay-order.ts'
import { type ROUTES, refundOrder } from '../model/refund-order.ts'
import { type Order, orderTodos } from './book.ts'
import { handToPayout } from './hand-to-payout.ts'
import { newNo } from './order-no.ts'
import { accountsOfPayer } from './payer.ts'
import { giveToCredit, type Refund, takeBack } from './take-back.ts'
import { refundedState, takeOut } from './take-out.ts'

export const REFUND_QUEUE = 'fee.refunds'
type RefundOfOrder = Refund & { order: Pick<Order, 'title' | 'amount' | 'orderNo'> }
const aboutRefund: MessageAbout<RefundOfOrder> = {
  bizType: 'refundOrder',
  link: () => '/fee/mine',
  // named one by one: a row would fill variables that no text has
  values: ({ order: { title, orderNo, amount: paid }, payerName, amount, reason, why }) => ({
    ...{ title, orderNo, amount: yuanText(paid), name: payerName },
    ...{ refund: yuanText(amount), reason, why: why ?? '' },
  }),
}
const link = ({ refundNo }: Refund): string => `/fee/refunds?q=${refundNo}`
const refundTodos = rowTodos<RefundOfOrder, 'check' | 'bank', Pick<Refund, 'id' | 'state'>>(refundOrder, aboutRefund, {
  check: { text: '复核 {name} 的退款 {refund} 元', while: r => r.state === 'pending', link, message: ORDER_MESSAGES.refundCheck },
  bank: { text: '{name} 的 {refund} 元不能原路退回，请转账', while: r => r.state === 'abnormal', link, message: ORDER_MESSAGES.refundAbnormal },
})
const told = (refund: Refund, order: Order): RefundOfOrder => ({ ...refund, order })
const holders = async (db: Db, permission: string, but: string | null): Promise<string[]> => (await accountsWith(db, permission)).filter(id => id !== but)
/** 40-F13: back the way it came only within the provider's window. */
export function routeFor(order: Order, wanted: keyof typeof ROUTES | null | undefined): keyof typeof ROUTES {
  const { refundDays } = adapterOf(order).capabilities
  const isOpen = refundDays > 0 && Date.now() - Date.parse(order.paidAt ?? order.createdAt) <= refundDays * DAY_MS
  if (wanted === 'original' && !isOpen) throw refusalOf(payOrder, 'window', { provider: { text: PROVIDERS[order.provider] }, days: refundDays }, 'route')
  return wanted ?? (isOpen ? 'original' : 'bank')
}
const request = handle(requestRefund, async ({ db, me }, { id, amount, reason, route }) => {
  const order = await db.visible(payOrder).lock(id, 'requestRefund')
  const left = order.received - order.refunding
  if (amount > left) throw refusalOf(payOrder, 'over', { paid: yuanText(order.received), refunding: yuanText(order.refunding), left: yuanText(left) }, 'amount')
  const { refund } = await askRefund(db, order, { amount, reason, route: routeFor(order, route), makerId: me.userId })
  return { refundId: refund.id }
})
/** Sets a part of a payment aside until a second person agrees that it goes back. */
export async function askRefund(db: Db, order: Order, asked: Pick<Refund, 'amount' | 'reason' | 'route' | 'makerId'>): Promise<{ order: Order; refund: Refund }> {
  const { id, payerName, studentId } = order
  const refund = await db.insert(refundOrder, { refundNo: newNo('R'), orderId: id, studentId, payerName, ...asked })
  const after = await db.update(payOrder, id, { refunding: order.refunding + asked.amount })
  await orderTodos.follow(db, [after])
  const checkers = await holders(db, approveRefund.permission, asked.makerId)
  await refundTodos.open(db, 'check', [{ row: told(refund, after), to: checkers }])
  return { order: after, refund }
}
/** Locks the order first, then the refund: as everywhere. */
async function locked(db: Db, id: string, verb: 'approve' | 'reject' | 'payByBank'): Promise<{ order: Order; refund: Refund }> {
  const { orderId } = await db.visible(refundOrder).one(id)
  const order = await db.unscoped(payOrder).lock(orderId) // the refund is in the caller's scope
  return { order, refund: await db.visible(refundOrder).lock(id, verb) }
}
const notSame = (refund: Refund, userId: string): void => {
  if (refund.makerId === userId) throw refusalOf(refundOrder, 'sameHand')
}
const approve = handle(approveRefund, async ({ db, me }, { id }) => {
  const { order, refund } = await locked(db, id, 'approve')
  notSame(refund, me.userId)
  await takeBack(db, order, refund)
  const now = new Date().toISOString()
  const after = await db.update(refundOrder, id, { state: 'accepted', checkerId: me.userId, checkedAt: now, ...(refund.route === 'original' ? { nextAt: now } : {}) })
  await refundTodos.follow(db, [after])
  if (after.route === 'original') await notifyWorkers(db, REFUND_QUEUE)
  else await handToPayout(db, after)
})
const reject = handle(rejectRefund, async ({ db, me }, { id, why }) => {
  const { order, refund } = await locked(db, id, 'reject')
  const after = await db.update(refundOrder, id, { state: 'rejected', checkerId: refund.makerId === me.userId ? null : me.userId, checkedAt: new Date().toISOString(), why })
  await free(db, order, after)
})
const byBank = handle(payByBank, async ({ db, me }, { id, slipNo }) => {
  const { order, refund } = await locked(db, id, 'payByBank')
  notSame(refund, me.userId)
  if (refund.route !== 'bank') throw refusalOf(refundOrder, 'notByBank')
  await withdrawGrant(db, 'refund', id)
  await succeed(db, order, await db.update(refundOrder, id, { slipNo }))
})
/** A refund that comes to nothing: its amount may be asked for again. */
async function free(db: Db, order: Order, refund: Refund): Promise<void> {
  await db.update(payOrder, order.id, { refunding: order.refunding - refund.amount })
  await refundTodos.follow(db, [refund])
}
export async function succeed(db: Db, order: Order, refund: Refund): Promise<void> {
  const refunded = order.refunded + refund.amount
  await db.update(payOrder, order.id, { refunded, state: refundedState(order, refunded) })
  const after = await db.update(refundOrder, refund.id, { state: 'success', finishedAt: new Date().toISOString(), nextAt: null })
  await refundTodos.follow(db, [after])
  const to = await accountsOfPayer(db, order)
  await notifyAbout(db, ORDER_MESSAGES.refundArrived, aboutRefund, [{ row: told(after, order), to }])
}
/** The money cannot go back the way it came: finance transfers it. */
export async function becomeAbnormal(db: Db, order: Order, refund: Refund, why: string): Promise<void> {
  const after = await db.update(refundOrder, refund.id, { state: 'abnormal', route: 'bank', why: why.slice(0, 300), nextAt: null })
  await handToPayout(db, after)
  const payers = await holders(db, payByBank.permission, refund.makerId)
  await refundTodos.open(db, 'bank', [{ row: told(after, order), to: payers }])
}
export async function fail(db: Db, order: Order, refund: Refund, why: string): Promise<void> {
  const after = await db.update(refundOrder, refund.id, { state: 'failed', why: why.slice(0, 300), nextAt: null })
  await giveToCredit(db, order, after)
  await free(db, order, after)
}
/** A refund that the provider's statement knows nothing of: the money has not left, and is the payer's credit again. */
export async function undoRefund(db: Db, refundId: string, why: string): Promise<void> {
  const { order, refund } = await found(db, refundId)
  const refunded = order.refunded - refund.amount
  await db.update(payOrder, order.id, { refunded, state: refundedState(order, refunded) })
  await fail(db, { ...order, refunded }, refund, why)
}
/** A refund that the provider's statement has as done. One that was given up here left the ledgers for nothing, and leaves them again. */
export async function settleRefund(db: Db, refundId: string, by: { makerId: string | null; checkerId: string; reason: string }): Promise<void> {
  const { order, refund } = await found(db, refundId)
  if (refund.state === 'accepted' || refund.state === 'abnormal') await succeed(db, order, refund)
  else await takeOut(db, order, { amount: refund.amount, ...by })
}
/** Money that nobody owes goes back to its payer, by the two people who have decided so. */
export async function giveBack(db: Db, orderId: string, by: { amount: number; reason: string; makerId: string | null; checkerId: string }): Promise<void> {
  const order = await db.unscoped(payOrder).lock(orderId) // named by a difference in the caller's scope
  const { payerName, studentId } = order
  const [route, now] = [routeFor(order, null), new Date().toISOString()]
  const draft = { refundNo: newNo('R'), orderId, studentId, payerName, route, state: 'accepted', ...by, checkedAt: now, nextAt: route === 'original' ? now : null } as const
  const refund = await db.insert(refundOrder, draft)
  await takeBack(db, order, refund)
  await orderTodos.follow(db, [await db.update(payOrder, orderId, { refunding: order.refunding + by.amount })])
  if (route === 'bank') await handToPayout(db, refund)
  if (route === 'original') await notifyWorkers(db, REFUND_QUEUE)
}
async function found(db: Db, refundId: string): Promise<{ order: Order; refund: Refund }> {
  const { orderId } = await db.unscoped(refundOrder).one(refundId) // named by a difference in the caller's scope
  const order = await db.unscoped(payOrder).lock(orderId)
  return { order, refund: await db.unscoped(refundOrder).lock(refundId) }
}
export default [request, approve, reject, byBank]
