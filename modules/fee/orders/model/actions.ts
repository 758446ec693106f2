import { action, bool, choice, date, datetime, integer, json, list, money, pickFields, ref, shape, text } from '#model'
import { ORIGINS, shownOfLine } from '../../bills/model/bill-line.ts'
import type { Explanation } from '../../bills/model/explanation.ts'
import { FEE_BOOKS, SCENES } from '../../merchants/model/merchant-account.ts'
import type { Payload } from '../../merchants/model/provider.ts'
import { way } from './pay-link.ts'
import { orderStates, payOrder } from './pay-order.ts'
import { ROUTES } from './refund-order.ts'

const id = text('编号', { required: true, max: 36 })
const need = { required: true } as const
const line = shape('应缴', {
  ...shownOfLine,
  reduced: money('减免', need),
  payNow: money('现在缴', need),
  explain: json<Explanation>('怎么算的', { ...need, untyped: 'which standard and which facts' }),
  /** 40-F3: chosen by the payer, never in advance; paid apart from what is due by law. */
  isOptional: bool('自愿', need),
  /** Whether credit of a loan or of aid may pay it. */
  isCoverable: bool('可以用贷款抵', need),
  isApart: bool('单独支付', need),
  mayPart: bool('可以分次缴', need),
  leastPart: money('每次至少', need),
  merchantId: text('收款账户', { max: 36 }),
  book: choice('账簿', FEE_BOOKS, need),
})
const orderFields = pickFields(payOrder.fields, ['orderNo', 'title', 'amount', 'provider', 'state', 'paidAt', 'refunded', 'isTest', 'expireAt'])

/** 我的缴费: what the caller owes and why, what was paid, and how it can be. */
export const myFees = action('fee.payOrder.mine', '我的缴费', {
  method: 'GET',
  output: {
    toPay: list('待缴', line, need),
    settled: list('已缴', line, need),
    orders: list('支付记录', shape('支付记录', { id, ...orderFields }), need),
    credits: list('预存', shape('预存', { origin: choice('资金来源', ORIGINS, need), book: choice('账簿', FEE_BOOKS, need), balance: money('余额', need) }), need),
    ways: list('支付方式', way, need),
  },
})
/** Makes an order of the caller's own lines. Amounts, lines and payer are the server's; what the page showed is compared. */
export const createOrder = action('fee.payOrder.create', '支付', {
  input: {
    lineIds: list('应缴明细', ref('billLine', '应缴明细', need), { required: true, min: 1, max: 50 }),
    amount: money('金额', { required: true, min: 1, help: '页面上显示的合计，只用来比对' }),
    part: money('这次缴', { min: 1, help: '只缴一部分时填写' }),
    merchantId: ref('merchantAccount', '收款账户', need),
    scene: choice('场景', SCENES, need),
    code: text('微信授权码', { max: 128, help: '在微信内支付时，微信带回的一次性授权码' }),
    idemKey: text('请求编号', { required: true, min: 8, max: 64 }),
  },
  output: {
    id: text('编号', { ...need, max: 36 }),
    orderNo: text('订单号', { ...need, max: 24 }),
    payload: json<Payload>('支付参数', { ...need, untyped: 'made by the adapter' }),
  },
  isWhole: false,
})
/** 40-F11: credit pays on the payer's word. What the page showed is compared. */
export const payByCredit = action('fee.payOrder.payByCredit', '用预存缴', {
  permission: createOrder.permission,
  input: { lineIds: createOrder.input.lineIds, amount: createOrder.input.amount },
  output: 'none',
  isWhole: false,
})
/** Where the provider's own browser (WeChat's) learns who pays, if it must; it returns to 我的缴费 with a code for `createOrder`. */
export const askPayer = action('fee.payOrder.askPayer', '确认付款人', {
  method: 'GET',
  permission: myFees.permission,
  input: { merchantId: ref('merchantAccount', '收款账户', need), state: text('标记', { required: true, min: 8, max: 64, format: 'code' }) },
  output: { url: text('网址', { max: 2000 }) },
})
/** One order of the caller, as the result page asks for it. */
export const myOrder = action('fee.payOrder.mineOne', '我的支付订单', {
  method: 'GET',
  permission: myFees.permission,
  input: { id },
  output: {
    orderNo: payOrder.fields.orderNo,
    title: payOrder.fields.title,
    amount: payOrder.fields.amount,
    state: orderStates.field('状态'),
    paidAt: datetime('支付时间'),
    surplus: money('多收', need),
  },
})
const answered = { state: orderStates.field('状态') }
export const queryNow = action('fee.payOrder.queryNow', '立即查询', { input: { id }, output: answered, inScope: true, isWhole: false })
export const closeOrder = action('fee.payOrder.closeOrder', '关闭订单', { input: { id }, output: answered, inScope: true, isWhole: false })
/** Money paid at the counter, entered by one person. */
export const recordCounter = action('fee.payOrder.recordCounter', '登记柜台缴费', {
  input: {
    lineIds: list('应缴明细', ref('billLine', '应缴明细', need), { required: true, min: 1, max: 50 }),
    part: money('这次缴', { min: 1, help: '只缴一部分时填写' }),
    merchantId: ref('merchantAccount', '收款账户', need),
    slipNo: text('凭证号', { required: true, min: 4, max: 40, help: 'POS 或转账的凭证号' }),
    paidOn: date('缴款日', need),
  },
  output: { id: text('编号', { ...need, max: 36 }) },
})
/** Confirms it as another one. */
export const confirmCounter = action('fee.payOrder.confirmCounter', '复核柜台缴费', { input: { id }, output: answered, inScope: true })
export const requestRefund = action('fee.payOrder.requestRefund', '申请退款', {
  input: { id, amount: money('金额', { required: true, min: 1 }), reason: text('原因', { required: true, max: 200 }), route: choice('方式', ROUTES) },
  output: { refundId: text('退款', { ...need, max: 36 }) },
  inScope: true,
})
export const approveRefund = action('fee.refundOrder.approve', '复核通过', { input: { id }, output: 'none', inScope: true })
export const rejectRefund = action('fee.refundOrder.reject', '不通过', { input: { id, why: text('说明', { required: true, max: 300 }) }, output: 'none', inScope: true })
export const payByBank = action('fee.refundOrder.payByBank', '已转账', { input: { id, slipNo: text('转账凭证号', { required: true, max: 40 }) }, output: 'none', inScope: true })
export const queryRefundNow = action('fee.refundOrder.queryNow', '立即查询', { input: { id }, output: 'none', inScope: true, isWhole: false })
/** 40-F19: takes all test money back, so that a live account may be enabled. */
export const clearTests = action('fee.payOrder.clearTests', '冲销测试缴费', { output: { cleared: integer('冲销', need), kept: integer('未能冲销', need) }, isWhole: false })

export const orderActions = [clearTests, myFees, askPayer, createOrder, payByCredit, myOrder, queryNow, closeOrder, recordCounter, confirmCounter, requestRefund]
export const refundActions = [approveRefund, rejectRefund, payByBank, queryRefundNow]
