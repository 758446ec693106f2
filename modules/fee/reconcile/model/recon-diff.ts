import { choice, date, datetime, entity, money, ref, states, text } from '#model'

const readonly = { readonly: true } as const
const fixed = { required: true, readonly: true } as const

export const DIFF_KINDS = {
  theirsOnly: '渠道有，本校没有',
  oursOnly: '本校有，渠道没有',
  amount: '金额不符',
  state: '状态不符',
  crossDay: '跨日',
} as const
export type DiffKind = keyof typeof DIFF_KINDS
export const FLOWS = { payment: '收款', refund: '退款' } as const
export type Flow = keyof typeof FLOWS
/** What people may do about a difference. */
export const WAYS = { book: '补单', refund: '退款', reverse: '冲销本校', carry: '转下一日', explained: '已说明' } as const
export const HANDLINGS = { ...WAYS, auto: '自动核对' } as const
export type Way = keyof typeof WAYS
export const diffStates = states(
  {
    open: { label: '待处理', tone: 'attention' },
    proposed: { label: '待复核', tone: 'waiting' },
    done: { label: '已处理', tone: 'done' },
  },
  { propose: ['open'], resolve: ['proposed'], reject: ['proposed'] },
)
/** 对账差异: something that the provider's statement and the school's orders do not agree on. */
export const reconDiff = entity(
  'fee.reconDiff',
  '对账差异',
  {
    dayId: ref('reconDay', '对账日', fixed),
    merchantId: ref('merchantAccount', '收款账户', fixed),
    bizDate: date('日期', { ...fixed, sortable: true }),
    kind: choice('差异', DIFF_KINDS, fixed),
    flow: choice('类型', FLOWS, fixed),
    orderNo: text('订单号', { ...readonly, max: 64, search: true }),
    refundNo: text('退款单号', { ...readonly, max: 64, search: true }),
    txnNo: text('渠道交易号', { ...readonly, max: 64, search: true }),
    orderId: ref('payOrder', '支付订单', readonly),
    refundId: ref('refundOrder', '退款', readonly),
    ourAmount: money('本校金额', readonly),
    theirAmount: money('渠道金额', readonly),
    theirFee: money('渠道手续费', readonly),
    ourDay: date('本校日期', readonly),
    theirAt: datetime('渠道时间', readonly),
    state: diffStates.field('状态', { initial: 'open', sortable: true }),
    handling: choice('处理', HANDLINGS, readonly),
    note: text('说明', { ...readonly, max: 200 }),
    makerId: ref('user', '经办', readonly),
    checkerId: ref('user', '复核', readonly),
    handledAt: datetime('处理时间', readonly),
    /** The day it was carried from. */
    carriedFrom: date('转自', readonly),
    /** Which transaction it is about, the same on both sides. */
    key: text('交易', { ...fixed, max: 80, secret: 'internal' }),
  },
  {
    title: 'txnNo',
    scope: {},
    unique: [['dayId', 'key']],
    sort: ['-bizDate'],
    verbs: ['list', 'export'],
    refusals: {
      handling: '“{kind}”不能用“{handling}”处理',
      sameHand: '经办和复核不能是同一人',
      booking: '订单 {orderNo} 没有入账：{outcome}',
      dayClosed: '{day} 已经结账',
    },
  },
)
interface Judged {
  kind: DiffKind
  flow: Flow
  orderId: string | null
  ourAmount: number | null
  theirAmount: number | null
}
/** How a difference may be handled. Money there is booked only on an order of ours; what is ours alone can only be taken out. */
export function handlingsOf({ kind, flow, orderId, ourAmount, theirAmount }: Judged): readonly Way[] {
  const more = (theirAmount ?? 0) - (ourAmount ?? 0)
  if (kind === 'oursOnly') return ['carry', 'reverse', 'explained']
  if (kind === 'crossDay') return ['explained']
  if (!orderId) return ['carry', 'explained']
  if (kind === 'amount') return more > 0 ? ['book', 'explained'] : flow === 'payment' ? ['reverse', 'explained'] : ['explained']
  if (flow === 'payment') return kind === 'theirsOnly' ? ['book', 'refund', 'carry', 'explained'] : ['book', 'refund', 'explained']
  return kind === 'theirsOnly' ? ['book', 'carry', 'explained'] : ['book', 'explained']
}
