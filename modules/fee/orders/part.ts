import { definePart } from '#model'
import { sandboxCashier, sandboxPay } from '../merchants/model/sandbox-trade.ts'
import { approveRefund, myFees, orderActions, payByBank, queryRefundNow, refundActions, rejectRefund } from './model/actions.ts'
import { MERCHANT_MESSAGES, ORDER_MESSAGES } from './model/messages.ts'
import { notifyLog } from './model/notify-log.ts'
import { makePayLink, openPayLink, payByLink, payLink } from './model/pay-link.ts'
import { orderPayment, payOrder, payOrderLine } from './model/pay-order.ts'
import { refundOrder } from './model/refund-order.ts'

const READ = (name: string) => [`fee:${name}:list`, `fee:${name}:export`]
const ORDERS = [
  ...READ('payOrder'),
  'fee:payOrder:queryNow',
  'fee:payOrder:closeOrder',
  'fee:payOrder:recordCounter',
  'fee:payOrder:confirmCounter',
  'fee:payOrder:requestRefund',
  'fee:payOrder:clearTests',
]
const OWN = [myFees.permission, 'fee:payOrder:create']
const REFUNDS = [...READ('refundOrder'), ...[approveRefund, rejectRefund, payByBank, queryRefundNow].map(a => a.permission)]

/** Orders, notices and refunds: money of payers by any provider, booked once, and given back by two people. */
export default definePart({
  code: 'orders',
  needs: ['bills', 'prices', 'merchants', 'choices'],
  entities: [payOrder, payOrderLine, orderPayment, refundOrder, notifyLog, payLink],
  subjects: [payOrder, refundOrder],
  actions: [...orderActions, ...refundActions, makePayLink, openPayLink, payByLink, sandboxCashier, sandboxPay],
  menus: [
    {
      title: '我的缴费',
      path: '/fee/mine',
      component: 'fee/MyFeesPage',
      icon: 'wallet',
      of: [myFees, 'fee:payOrder:create', 'fee:optionalChoice:answer'],
      own: 'everybody',
      service: { title: '缴费', category: 'money' },
    },
    { title: '支付订单', path: '/fee/orders', component: 'fee/OrderPage', icon: 'receipt', of: ORDERS },
    { title: '退款', path: '/fee/refunds', component: 'fee/RefundPage', icon: 'repeat-2', of: REFUNDS },
    { title: '支付通知', path: '/fee/notices', component: 'fee/NoticePage', icon: 'bell', of: READ('notifyLog') },
  ],
  pages: [
    { path: '/fee/cashier', title: '模拟收银台', component: 'fee/CashierPage', access: 'open', frame: 'bare' },
    { path: '/fee/help', title: '代缴', component: 'fee/HelpPayPage', access: 'open', frame: 'bare' },
    { path: '/fee/help/done', title: '支付结果', component: 'fee/HelpDonePage', access: 'open', frame: 'bare' },
    { path: '/fee/paid', title: '支付结果', component: 'fee/PaidPage', access: 'signedIn', frame: 'shell' },
  ],
  messages: [...Object.values(ORDER_MESSAGES), ...Object.values(MERCHANT_MESSAGES)],
  grants: {
    finance: [...ORDERS, ...REFUNDS, ...READ('notifyLog')],
    officer: READ('payOrder'),
    college: [...READ('payOrder'), ...OWN],
    fdy: [...READ('payOrder'), ...OWN],
    // whoever another module may hand in a line for
    ...Object.fromEntries(['student', 'newStudent', 'applicant', 'alumnus', 'teacher', 'bzr'].map(role => [role, OWN])),
  },
})
