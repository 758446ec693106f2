/** What other parts may call. */

export { applyTrade, book, bookRest, closeOrders, type Order } from './book.ts'
export { writeOrder } from './create-order.ts'
export { linesOfPayer, payWays } from './my-fees.ts'
export { type LineToPay, orderEach } from './order-each.ts'
export { type Dropped, orderForOthers } from './order-for-others.ts'
export { newNo } from './order-no.ts'
export { payLinkFor } from './pay-link.ts'
export { type CreditRefund, refundCredit } from './refund-credit.ts'
export { giveBack, settleRefund, undoRefund } from './refunds.ts'
export { takeOut } from './take-out.ts'
