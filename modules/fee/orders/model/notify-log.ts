import { choice, datetime, entity, json, ref, text } from '#model'
import { PROVIDERS } from '../../merchants/model/merchant-account.ts'

/** What became of a notice. The last ones are failures: answered as such, and counted for the alarm. */
export const OUTCOMES = {
  received: '收到',
  booked: '已入账',
  late: '关闭后到账',
  again: '重复通知',
  surplus: '多收，转入预存',
  refund: '退款通知',
  ignored: '不用处理',
  signature: '验签失败',
  malformed: '内容看不懂',
  time: '时间相差超过 5 分钟',
  merchant: '商户不符',
  amount: '金额不符',
  unknown: '没有这个订单',
  foreign: '交易号属于别的订单',
  fault: '处理出错',
} as const
export type Outcome = keyof typeof OUTCOMES
export const FAILURES: readonly Outcome[] = ['signature', 'malformed', 'time', 'merchant', 'amount', 'unknown', 'foreign', 'fault']
const readonly = { readonly: true } as const
const fixed = { required: true, readonly: true } as const

/** 支付通知: everything providers send, stored before anything is done with it. */
export const notifyLog = entity(
  'fee.notifyLog',
  '支付通知',
  {
    merchantId: ref('merchantAccount', '收款账户', fixed),
    provider: choice('支付渠道', PROVIDERS, fixed),
    orderNo: text('订单号', { ...readonly, max: 64, search: true }),
    orderId: ref('payOrder', '支付订单', readonly),
    outcome: choice('结果', OUTCOMES, { ...fixed, initial: 'received' }),
    receivedAt: datetime('收到时间', { ...fixed, sortable: true }),
    ip: text('来自', { ...readonly, max: 45, clear: 'an address of a provider, or of whoever forges its notices' }),
    /** As they came; they name the buyer's account, so that no list shows them. */
    headers: json<Readonly<Record<string, unknown>>>('请求头', { ...fixed, secret: 'internal', untyped: 'as received' }),
    /** Base64 of the bytes. */
    body: text('内容', { ...fixed, max: 100_000, secret: 'internal' }),
  },
  { title: 'orderNo', scope: {}, sort: ['-receivedAt'], verbs: ['list', 'export'], countsUpTo: 10_000 },
)
