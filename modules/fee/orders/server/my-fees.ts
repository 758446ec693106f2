import { Refusal } from '#model'
import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { billLine, payerCredit } from '../../bills/model/bill-line.ts'
import { stateOf } from '../../bills/model/standing.ts'
import type { FeeBook } from '../../merchants/model/merchant-account.ts'
import { adapterOf, openMerchants } from '../../merchants/server/api.ts'
import { chargeItem } from '../../prices/model/charge-item.ts'
import { myFees, myOrder } from '../model/actions.ts'
import { payOrder } from '../model/pay-order.ts'
import { isApart, payablesOf } from './lines-to-pay.ts'
import { ownPayerId } from './payer.ts'

/** Attempts that came to nothing are not worth a line. */
const SHOWN = ['paid', 'paidLate', 'partRefunded', 'refunded', 'paying'] as const
const MOST = 200
/** Lines of a payer with how each may be paid. */
export async function linesOfPayer(db: Db, payerId: string) {
  const lines = await db.unscoped(billLine).all({ payerId }, { sort: ['dueDate'], limit: MOST }) // the caller's own
  const [items, payable] = await Promise.all([
    db.cached(chargeItem),
    payablesOf(
      db,
      [payerId],
      lines.filter(l => l.owed > 0).map(l => l.id),
    ),
  ])
  const asked = new Map(payable.map(l => [l.id, l.payNow]))
  return lines.flatMap(row => {
    const item = items.get(row.itemId)
    if (!item || row.closedAt) return []
    const { id, xn, charged, reduced, paid, owed, dueDate, explain } = row
    const how = {
      isOptional: item.optional,
      isApart: isApart(item),
      isCoverable: item.loanCoverable,
      mayPart: item.partial,
      leastPart: item.leastPart,
      merchantId: item.merchantId,
      book: item.book,
    }
    return [{ id, item: item.name, xn, charged, reduced, paid, owed, payNow: asked.get(id) ?? 0, dueDate, state: stateOf(row, today()), explain, ...how }]
  })
}
/** How the school takes money now, of all books or of one; what people enter at the counter is no way for a payer's browser. */
export async function payWays(db: Db, of?: FeeBook) {
  const accounts = (await openMerchants(db)).filter(a => !of || a.book === of)
  return accounts.flatMap(({ id, name, provider, book, scenes }) => {
    const allowed = (scenes ?? []).filter(scene => scene !== 'counter' && adapterOf({ provider }).capabilities.scenes.includes(scene))
    return allowed.length ? [{ merchantId: id, name, provider, book, scenes: allowed }] : []
  })
}
const mine = handle(myFees, async ({ db, me }) => {
  const payerId = ownPayerId(me)
  const [lines, orders, credits, ways] = await Promise.all([
    linesOfPayer(db, payerId),
    db.unscoped(payOrder).all({ payerId, state: SHOWN }, { sort: ['-createdAt'], limit: 50 }), // the caller's own
    db.unscoped(payerCredit).all({ payerId }), // the caller's own
    payWays(db),
  ])
  return {
    toPay: lines.filter(l => l.owed > 0),
    settled: lines.filter(l => l.owed <= 0),
    orders: orders.map(({ id, orderNo, title, amount, provider, state, paidAt, refunded, isTest, expireAt }) => ({
      id,
      orderNo,
      title,
      amount,
      provider,
      state,
      paidAt,
      refunded,
      isTest,
      expireAt,
    })),
    credits: credits.flatMap(({ origin, book, balance }) => (balance > 0 ? [{ origin, book, balance }] : [])),
    ways,
  }
})
const one = handle(myOrder, async ({ db, me }, { id }) => {
  const order = await db.unscoped(payOrder).find({ id, payerId: ownPayerId(me) }) // the caller's own
  if (!order) throw new Refusal(404, [{ rule: 'fee.payOrder.notOwn', text: '没有这个订单' }])
  const { orderNo, title, amount, state, paidAt, surplus } = order
  return { orderNo, title, amount, state, paidAt, surplus }
})
export default [mine, one]
