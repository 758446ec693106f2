import { type Row, refusalOf } from '#model'
import { yuanText } from '#model/money.ts'
import { accountsOf } from '#modules/student/server/api.ts'
import { accountsWith } from '#server/access/holders.ts'
import type { Db } from '#server/context.ts'
import { type MessageAbout, notifyAbout } from '#server/notifications/about.ts'
import { rowTodos } from '#server/notifications/row-todos.ts'
import { takeMoney } from '../../bills/server/api.ts'
import type { Trade } from '../../merchants/model/provider.ts'
import { requestRefund } from '../model/actions.ts'
import { ORDER_MESSAGES } from '../model/messages.ts'
import type { Outcome } from '../model/notify-log.ts'
import { type OrderState, payOrder, payOrderLine, SETTLED_STATES } from '../model/pay-order.ts'

export type Order = Row<typeof payOrder>
/** A payment that a provider has proved: by a verified notice, an answer to a query, a row of a statement, or two people at the counter (40-F8). */
export interface Payment {
  txnNo: string
  amount: number
  paidAt?: string | undefined
  fee?: number | undefined
}
export type Booked = Extract<Outcome, 'booked' | 'late' | 'again' | 'surplus' | 'amount' | 'foreign'>
export const isSettled = ({ state }: { state: OrderState }): boolean => SETTLED_STATES.includes(state)
export const aboutOrder: MessageAbout<Order> = {
  bizType: 'payOrder',
  link: () => '/fee/mine',
  values: ({ title, amount, orderNo }) => ({ title, amount: yuanText(amount), orderNo }),
}
const link = ({ orderNo }: Order): string => `/fee/orders?q=${orderNo}`
export const orderTodos = rowTodos<Order, 'surplus'>(payOrder, aboutOrder, {
  surplus: { text: '订单 {orderNo} 有多收的钱要退', while: o => o.surplus > o.refunding, link, message: ORDER_MESSAGES.surplus, done: () => '已申请退款' },
})
export const linesOf = (db: Db, orderId: string) => db.unscoped(payOrderLine).all({ orderId }) // lines of an order the caller holds
/** 40-F6: the order's lines are free for another order. */
export const freeLines = (db: Db, orderId: string) => db.updateWhere(payOrderLine, { orderId, isOpen: true }, { isOpen: false }, { history: false })

/**
 * 40-F10: books a payment once, whoever tells of it and how often. Locks the order, then its lines, then credits. A second payment with another number is surplus; money for a
 * closed order is booked all the same.
 */
export async function book(db: Db, orderId: string, paid: Payment): Promise<Booked> {
  return db.tx(async tx => {
    const order = await tx.unscoped(payOrder).lock(orderId) // the caller has found it by a provider's word, or in its scope
    if (isSettled(order) && order.providerTxnNo === paid.txnNo) return 'again'
    if (paid.amount !== order.amount) return 'amount'
    const holder = await tx.unscoped(payOrder).find({ provider: order.provider, providerTxnNo: paid.txnNo })
    if (holder) return 'foreign'
    return isSettled(order) ? bookSecond(tx, order, paid) : bookFirst(tx, order, paid)
  })
}
async function bookFirst(db: Db, order: Order, { txnNo, paidAt, fee }: Payment): Promise<Booked> {
  const state = order.state === 'closed' ? 'paidLate' : 'paid'
  const { surplus } = await take(db, order, { sourceType: 'payOrder', sourceId: order.id })
  await freeLines(db, order.id)
  const patch = { state, providerTxnNo: txnNo, paidAt: paidAt ?? new Date().toISOString(), fee: fee ?? null, received: order.amount, surplus, nextQueryAt: null } as const
  const after = await db.update(payOrder, order.id, patch)
  await tellBooked(db, after, surplus)
  return state === 'paidLate' ? 'late' : 'booked'
}
/** 40-F11: paid twice at the provider. What no line owes becomes the payer's credit. */
async function bookSecond(db: Db, order: Order, { txnNo }: Payment): Promise<Booked> {
  const { taken, surplus } = await take(db, order, { sourceType: 'payOrderAgain', sourceId: txnNo })
  if (!taken.size && !surplus) return 'again'
  const after = await db.update(payOrder, order.id, { received: order.received + order.amount, surplus: order.surplus + surplus })
  await tellBooked(db, after, surplus)
  return 'surplus'
}
async function take(db: Db, order: Order, source: { sourceType: string; sourceId: string }) {
  const lines = await linesOf(db, order.id)
  const parts = lines.map(l => ({ lineId: l.billLineId, amount: l.amount }))
  return takeMoney(db, { ...source, channel: order.merchantId, ...(order.makerId ? { makerId: order.makerId } : {}) }, 'own', parts)
}
/** The payer hears of it; finance gets something to do where money is over (40-F11). */
async function tellBooked(db: Db, order: Order, surplus: number): Promise<void> {
  const to = order.studentId ? [...(await accountsOf(db, [order.studentId])).values()] : []
  const more = surplus ? { surplus: yuanText(surplus) } : {}
  await notifyAbout(db, surplus ? ORDER_MESSAGES.paidOver : ORDER_MESSAGES.paid, aboutOrder, [{ row: order, to, more }])
  if (!surplus) return
  const finance = await accountsWith(db, requestRefund.permission)
  await orderTodos.open(db, 'surplus', [{ row: order, to: finance, more: { name: order.payerName, ...more } }])
}
/** What a provider answers about an order, applied to it: the same way as a notice. Returns the order as it then is. */
export async function applyTrade(db: Db, orderId: string, trade: Trade): Promise<Order> {
  if (trade.state === 'paid') {
    const { txnNo = '', amount = -1, paidAt, fee } = trade
    const booked = await book(db, orderId, { txnNo, amount, paidAt, fee })
    if (booked === 'amount' || booked === 'foreign') throw refusalOf(payOrder, booked, { paid: yuanText(amount) })
  } else if (trade.state === 'closed') await closeHere(db, orderId)
  return db.unscoped(payOrder).one(orderId) // the order the caller holds
}
/** Closes an order that its provider has closed. */
async function closeHere(db: Db, orderId: string): Promise<void> {
  await db.tx(async tx => {
    const order = await tx.unscoped(payOrder).lock(orderId) // the order the caller holds
    if (order.state !== 'created' && order.state !== 'paying') return
    await freeLines(tx, orderId)
    await tx.update(payOrder, orderId, { state: 'closed', closedAt: new Date().toISOString() })
  })
}
