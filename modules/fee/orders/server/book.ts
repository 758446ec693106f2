import sql from 'sql-template-tag'
import { type Row, refusalOf } from '#model'
import { yuanText } from '#model/money.ts'
import { schoolDate } from '#model/school-time.ts'
import { accountsWith } from '#server/access/holders.ts'
import type { Db } from '#server/context.ts'
import { type MessageAbout, notifyAbout } from '#server/notifications/about.ts'
import { rowTodos } from '#server/notifications/row-todos.ts'
import { takeMoney } from '../../bills/server/api.ts'
import type { Trade } from '../../merchants/model/provider.ts'
import { requestRefund } from '../model/actions.ts'
import { ORDER_MESSAGES } from '../model/messages.ts'
import type { Outcome } from '../model/notify-log.ts'
import { OPEN_STATES, type OrderState, orderPayment, payOrder, payOrderLine, SETTLED_STATES } from '../model/pay-order.ts'
import { accountsOfPayer, payerOf } from './payer.ts'

export type Order = Row<typeof payOrder>
/** A payment that a provider has proved: by a verified notice, an answer to a query, a row of a statement, or two people at the counter (40-F8). */
export interface Payment {
  txnNo: string
  amount: number
  paidAt?: string | undefined
  fee?: number | undefined
  /** Accounting day; default today. */
  bizDate?: string
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
  surplus: {
    text: '{name}多缴 {surplus} 元，请办理退款',
    summary: ({ title, orderNo }) => ({ text: '{title}，订单 {orderNo}', values: { title, orderNo } }),
    while: o => o.surplus > o.refunding,
    link,
    message: ORDER_MESSAGES.surplus,
    done: () => '已申请退款',
  },
})
type Lines = Awaited<ReturnType<typeof linesOf>>
export const linesOf = (db: Db, orderId: string) => db.unscoped(payOrderLine).all({ orderId }) // lines of an order the caller holds
/** 40-F6: the order's lines are free for another order. */
export const freeLines = (db: Db, orderId: string) => db.updateWhere(payOrderLine, { orderId, isOpen: true }, { isOpen: false }, { history: false })

/**
 * 40-F10: books a payment once, whoever tells of it and how often. Locks the order, then its lines, then credits. A second payment with another number is surplus; money for a
 * closed order is booked all the same.
 */
export async function book(db: Db, found: Order, paid: Payment): Promise<Booked> {
  if (isAgain(found, paid)) return 'again' // settled once, an order keeps its number
  return db.tx(async tx => {
    const [orders, payments] = [tx.unscoped(payOrder), tx.unscoped(orderPayment)] // the caller has found it by a provider's word, or in its scope
    // sent together, run one after the other
    const [order, known, lines] = await Promise.all([orders.lock(found.id), payments.find({ provider: found.provider, txnNo: paid.txnNo }), linesOf(tx, found.id)])
    if (known) return known.orderId === order.id ? 'again' : 'foreign'
    if (paid.amount !== order.amount) return 'amount'
    await prove(tx, order, paid)
    return isSettled(order) ? bookSecond(tx, order, lines, paid) : bookFirst(tx, order, lines, paid)
  })
}
const isAgain = (order: Order, { txnNo }: Payment): boolean => isSettled(order) && order.providerTxnNo === txnNo
/** Writes a payment down, with the next statement. The unique index keeps it from counting for two orders at once. */
async function prove(db: Db, { id, merchantId, provider, isTest }: Order, { txnNo, amount, fee, paidAt }: Payment): Promise<void> {
  const payment = { orderId: id, merchantId, provider, txnNo, amount, fee: fee ?? null, paidOn: schoolDate(paidAt ?? Date.now()), isTest }
  await db.insertMany(orderPayment, [payment], { history: false, enqueue: true })
}
async function bookFirst(db: Db, order: Order, lines: Lines, { txnNo, paidAt, fee, bizDate }: Payment): Promise<Booked> {
  const state = order.state === 'closed' ? 'paidLate' : 'paid'
  const { surplus } = await take(db, order, lines, { sourceType: 'payOrder', sourceId: order.id, bizDate })
  const patch = { state, providerTxnNo: txnNo, paidAt: paidAt ?? new Date().toISOString(), fee: fee ?? null, received: order.amount, surplus, nextQueryAt: null } as const
  await Promise.all([db.updateWhere(payOrder, { id: order.id }, patch), freeLines(db, order.id), tellBooked(db, { ...order, ...patch }, surplus)])
  return state === 'paidLate' ? 'late' : 'booked'
}
/** 40-F11: paid twice at the provider. What no line owes becomes the payer's credit. */
async function bookSecond(db: Db, order: Order, lines: Lines, { txnNo, bizDate }: Payment): Promise<Booked> {
  const { surplus } = await take(db, order, lines, { sourceType: 'payOrderAgain', sourceId: txnNo, bizDate })
  const after = await db.update(payOrder, order.id, { received: order.received + order.amount, surplus: order.surplus + surplus })
  await tellBooked(db, after, surplus)
  return 'surplus'
}
/** 40-F11, G7: what is over is of whoever paid, whose lines it ever was for. */
async function take(db: Db, order: Order, lines: Lines, { bizDate, ...source }: { sourceType: string; sourceId: string; bizDate?: string | undefined }) {
  const parts = lines.map(l => ({ lineId: l.billLineId, amount: l.amount }))
  return takeMoney(
    db,
    { ...source, paidBy: payerOf(order), channel: order.merchantId, ...(bizDate ? { bizDate } : {}), ...(order.makerId ? { makerId: order.makerId } : {}) },
    'own',
    parts,
  )
}
/** A provider's statement has more than was booked of a payment: what is over is booked, too. */
export async function bookRest(db: Db, orderId: string, { id, amount, bizDate }: { id: string; amount: number; bizDate: string }): Promise<void> {
  const order = await db.unscoped(payOrder).lock(orderId) // named by a difference in the caller's scope
  const [line] = await linesOf(db, orderId)
  const cause = { sourceType: 'reconDiff', sourceId: id, paidBy: payerOf(order), channel: order.merchantId, bizDate }
  const { surplus } = await takeMoney(db, cause, 'own', line ? [{ lineId: line.billLineId, amount }] : [])
  const after = await db.update(payOrder, orderId, { received: order.received + amount, surplus: order.surplus + surplus })
  await tellBooked(db, after, surplus)
}
/** The payer hears of it; finance gets something to do where money is over (40-F11). */
async function tellBooked(db: Db, order: Order, surplus: number): Promise<void> {
  const to = await accountsOfPayer(db, order)
  const more = surplus ? { surplus: yuanText(surplus) } : {}
  await notifyAbout(db, surplus ? ORDER_MESSAGES.paidOver : ORDER_MESSAGES.paid, aboutOrder, [{ row: order, to, more }])
  if (!surplus) return
  const finance = await accountsWith(db, requestRefund.permission)
  await orderTodos.open(db, 'surplus', [{ row: order, who: { userId: null, name: order.payerName }, to: finance, more }])
}
/** What a provider answers about an order, applied to it: the same way as a notice. Returns the order as it then is. */
export async function applyTrade(db: Db, order: Order, trade: Trade): Promise<Order> {
  if (trade.state === 'paid') {
    const { txnNo = '', amount = -1, paidAt, fee } = trade
    const booked = await book(db, order, { txnNo, amount, paidAt, fee })
    if (booked === 'amount' || booked === 'foreign') throw refusalOf(payOrder, booked, { paid: yuanText(amount) })
  } else if (trade.state === 'closed') await closeOrders(db, [order.id])
  else return order
  return db.unscoped(payOrder).one(order.id) // the order the caller holds
}
/** Closes orders that their provider has closed; what is settled or closed stays. */
export async function closeOrders(db: Db, orderIds: readonly string[]): Promise<void> {
  await db.tx(async tx => {
    const open = await tx.query<{ id: string }>(sql`select id from pay_order where tenant_id = ${tx.me.tenantId} and id = any(${[...orderIds]}::uuid[])
      and state = any(${[...OPEN_STATES]}::text[]) order by id for update`)
    const ids = open.map(o => o.id)
    await tx.updateWhere(payOrderLine, { orderId: ids, isOpen: true }, { isOpen: false }, { history: false })
    await tx.updateWhere(payOrder, { id: ids }, { state: 'closed', closedAt: new Date().toISOString() })
  })
}
