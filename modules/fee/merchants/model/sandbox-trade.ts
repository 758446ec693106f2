import { action, choice, datetime, entity, integer, json, money, ref, text } from '#model'

export const TRADE_STATES = { waiting: '待付款', paid: '已付款', closed: '已关闭' } as const
/** What the person at the simulated cashier does. */
export const BEHAVIOURS = {
  pay: '付款',
  silent: '付款，但不发通知',
  five: '付款，通知五次',
  delayed: '付款，过一会儿通知',
  wrongAmount: '通知里的金额不对',
  badSignature: '通知的签名不对',
  late: '订单关闭后付款',
  refuse: '拒绝付款',
} as const
/** How the simulated provider's statement differs from what the school has. */
export const SKEWS = { omit: '对账单里没有', amount: '对账单里多 1 元', nextDay: '记在第二天的对账单里' } as const
export type Behaviour = keyof typeof BEHAVIOURS
/** A refund as the simulated provider keeps it. */
export interface SandboxRefund {
  refundNo: string
  amount: number
  txnNo: string
  at: string
}
const fixed = { required: true, readonly: true } as const

/** 模拟交易: what the simulated provider knows. The school's side learns of it by queries and notices only. */
export const sandboxTrade = entity(
  'fee.sandboxTrade',
  '模拟交易',
  {
    merchantId: ref('merchantAccount', '收款账户', fixed),
    orderNo: text('订单号', { ...fixed, max: 24, search: true }),
    title: text('内容', { ...fixed, max: 60 }),
    amount: money('金额', fixed),
    returnUrl: text('返回地址', { ...fixed, max: 300 }),
    noticeUrl: text('通知地址', { ...fixed, max: 300 }),
    state: choice('状态', TRADE_STATES, { ...fixed, initial: 'waiting' }),
    txnNo: text('交易号', { readonly: true, max: 40 }),
    paidAt: datetime('付款时间', { readonly: true }),
    behaviour: choice('做法', BEHAVIOURS, { readonly: true }),
    /** When the next notice goes out, and how many more. */
    notifyAt: datetime('通知时间', { readonly: true }),
    copies: integer('待发通知', { ...fixed, initial: 0 }),
    skew: choice('对账单差异', SKEWS, { readonly: true }),
    refunds: json<readonly SandboxRefund[]>('退款', { readonly: true, untyped: 'kept by the simulated provider alone' }),
  },
  {
    title: 'orderNo',
    scope: {},
    unique: [['merchantId', 'orderNo']],
    sort: ['-createdAt'],
    verbs: [],
    refusals: { closed: '订单已关闭，只能试“关闭后付款”', over: '这笔订单已处理，返回查看结果' },
  },
)
const ofOrder = { orderNo: text('订单号', { required: true, max: 24 }), tenantId: text('学校', { max: 12 }) }
/** Whoever helps to pay has no account, and a provider's page asks for none. */
const open = { open: 'a page of the simulated provider: the order’s number, which nobody guesses, is the proof, and only test money moves' } as const
const limit = { perMinute: 120, group: 'fee.sandboxTrade' } as const
/** The cashier of the simulated provider: whoever has the order's number, which only its payer gets. */
export const sandboxCashier = action('fee.sandboxTrade.cashier', '模拟收银台', {
  method: 'GET',
  access: open,
  limit,
  input: ofOrder,
  output: {
    merchant: text('收款账户', { required: true, max: 60 }),
    title: text('内容', { required: true, max: 60 }),
    amount: money('金额', { required: true }),
    state: choice('状态', TRADE_STATES, { required: true }),
    returnUrl: text('返回地址', { required: true, max: 300 }),
  },
})
export const sandboxPay = action('fee.sandboxTrade.pay', '付款', {
  access: open,
  limit,
  input: { ...ofOrder, how: choice('做法', BEHAVIOURS, { required: true }), seconds: integer('多少秒后', { min: 1, max: 600 }) },
  output: { state: choice('状态', TRADE_STATES, { required: true }) },
  isWhole: false,
})
