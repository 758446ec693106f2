import { bool, choice, date, datetime, entity, integer, json, money, ref, states, text } from '#model'
import { BY_STUDENT_OF_COLLEGE } from '#modules/student/model/scope.ts'
import { PAYER_TYPES } from '../../bills/model/bill-line.ts'
import { PROVIDERS, SCENES } from '../../merchants/model/merchant-account.ts'
import type { Payload } from '../../merchants/model/provider.ts'

const readonly = { readonly: true } as const
const fixed = { required: true, readonly: true } as const
const total = { required: true, readonly: true, initial: 0 } as const

export const orderStates = states(
  {
    created: { label: '待支付', tone: 'waiting' },
    paying: { label: '支付中', tone: 'going' },
    paid: { label: '已支付', tone: 'done' },
    partRefunded: { label: '部分退款', tone: 'attention' },
    refunded: { label: '已退款', tone: 'over' },
    closed: { label: '已关闭', tone: 'over' },
    paidLate: { label: '关闭后到账', tone: 'attention' },
  },
  { queryNow: ['created', 'paying', 'closed'], closeOrder: ['created', 'paying'], confirmCounter: ['paying'], requestRefund: ['paid', 'partRefunded', 'paidLate'] },
)
export type OrderState = keyof typeof orderStates.labels
export const OPEN_STATES = ['created', 'paying'] as const
/** 40-F10: money of such an order is booked. */
export const SETTLED_STATES: readonly OrderState[] = ['paid', 'paidLate', 'partRefunded', 'refunded']

/** 支付订单: one attempt to pay some lines at one provider. */
export const payOrder = entity(
  'fee.payOrder',
  '支付订单',
  {
    orderNo: text('订单号', { ...fixed, max: 24, search: true }),
    payerType: choice('缴费人类型', PAYER_TYPES, fixed),
    payerId: text('缴费人', { ...fixed, max: 36, format: 'uuid' }),
    studentId: ref('student', '学生', readonly),
    payerName: text('缴费人', { ...fixed, max: 60, search: true }),
    merchantId: ref('merchantAccount', '收款账户', fixed),
    provider: choice('支付渠道', PROVIDERS, fixed),
    scene: choice('场景', SCENES, fixed),
    amount: money('金额', { ...fixed, sortable: true }),
    title: text('内容', { ...fixed, max: 60 }),
    expireAt: datetime('失效时间', fixed),
    /** The page's key of one press of the button: the same again answers the same order. */
    idemKey: text('请求编号', { ...fixed, max: 64 }),
    state: orderStates.field('状态', { initial: 'created', sortable: true }),
    providerTxnNo: text('渠道交易号', { ...readonly, max: 64, search: true }),
    paidAt: datetime('支付时间', { ...readonly, sortable: true }),
    fee: money('手续费', readonly),
    /** Received for this order over all, of that beyond what its lines owed, asked back, and given back. */
    received: money('实收', total),
    surplus: money('多收', total),
    refunding: money('申请退款', total),
    refunded: money('已退款', total),
    isTest: bool('测试', { ...fixed, initial: false }),
    /** Paid by somebody else, by a link. */
    byLink: bool('代缴', { ...fixed, initial: false }),
    closedAt: datetime('关闭时间', readonly),
    /** 40-F12: how often the provider was asked, and when next. */
    queries: integer('查询次数', { ...total, secret: 'internal' }),
    nextQueryAt: datetime('下次查询', { ...readonly, secret: 'internal' }),
    /** What the payer's browser does; answered to the payer alone. */
    payload: json<Payload>('支付参数', { ...readonly, secret: 'internal', untyped: 'made by the adapter, read by the paying page' }),
    /** Money paid by hand: number of the POS or transfer slip, and who entered it. */
    slipNo: text('凭证号', { ...readonly, max: 40, search: true }),
    paidOn: date('缴款日', readonly),
    makerId: ref('user', '经办', readonly),
    checkerId: ref('user', '复核', readonly),
  },
  {
    title: 'orderNo',
    scope: BY_STUDENT_OF_COLLEGE,
    unique: [['orderNo'], ['provider', 'providerTxnNo'], ['payerId', 'idemKey'], ['merchantId', 'slipNo']],
    sort: ['-createdAt'],
    verbs: ['list', 'export'],
    countsUpTo: 10_000,
    refusals: {
      nothing: '没有需要缴的费用',
      notOwed: '{item}已经缴清',
      optional: '服务性和代收项目不能和行政事业性收费一起缴，请分开支付',
      merchants: '{items}由不同的账户收取，请分开支付',
      book: '{item}属于{book}，不能缴到“{merchant}”，请分开支付',
      allDropped: '这些人都已缴清，或者正在支付：{names}',
      changed: '应缴金额已变为 {amount} 元，页面上是 {shown} 元，请刷新后再付',
      onePayer: '一张凭证只登记一个人的费用',
      noCredit: '预存不够缴这些费用，没有动用',
      part: '{item}每次至少缴 {least} 元，或者缴清余下的 {owed} 元',
      noPart: '{item}不能分次缴，应一次缴清 {owed} 元',
      onePart: '一次只能对一项分次缴',
      alreadyPaid: '{time} 已经支付 {amount} 元，不用再付',
      elsewhere: '同一笔费用正在支付，请先完成或稍候再试',
      noMerchant: '学校还没有可用的收款账户',
      scene: '“{name}”不支持这种支付方式',
      noCode: '微信没有认出付款人，请重新点“支付”',
      providerDown: '{provider}暂时联系不上，请换一种方式或稍后再试',
      sameHand: '经办和复核不能是同一人',
      future: '缴款日 {day} 还没有到',
      window: '{provider}原路退款的期限（{days} 天）已过，请改为银行转账',
      over: '实收 {paid} 元，已申请退款 {refunding} 元，还可退 {left} 元',
      short: '这笔钱已用于其他缴费，预存和已缴款项里只能退 {left} 元',
      testMoney: '还有 {n} 笔测试缴费没有冲销，启用正式账户前请先在支付订单里冲销',
      slip: '凭证号“{slipNo}”已经登记过',
      amount: '渠道回答已付 {paid} 元，与订单金额不符，没有入账，请在对账时处理',
      foreign: '渠道回答的交易号属于别的订单，没有入账，请在对账时处理',
    },
  },
)
/** A payment of an order that a provider has proved. An order that was paid twice has two. */
export const orderPayment = entity(
  'fee.orderPayment',
  '到账',
  {
    orderId: ref('payOrder', '支付订单', fixed),
    merchantId: ref('merchantAccount', '收款账户', fixed),
    provider: choice('支付渠道', PROVIDERS, fixed),
    txnNo: text('渠道交易号', { ...fixed, max: 64 }),
    amount: money('金额', fixed),
    fee: money('手续费', readonly),
    /** The provider's day, by which it is reconciled. */
    paidOn: date('到账日', fixed),
    isTest: bool('测试', fixed),
  },
  { title: 'txnNo', scope: {}, unique: [['provider', 'txnNo']], verbs: [] },
)
/** A line of an order. While the order is open, no other may hold the same line (40-F6). */
export const payOrderLine = entity(
  'fee.payOrderLine',
  '支付明细',
  {
    orderId: ref('payOrder', '支付订单', fixed),
    billLineId: ref('billLine', '应缴明细', fixed),
    amount: money('金额', fixed),
    isOpen: bool('支付中', { ...fixed, initial: true }),
  },
  { title: 'amount', scope: {}, unique: [['orderId', 'billLineId']], verbs: [] },
)
