import { bool, choice, date, datetime, entity, files, integer, money, ref, states, text } from '#model'

const readonly = { readonly: true } as const
const fixed = { required: true, readonly: true } as const
const total = { required: true, readonly: true, initial: 0 } as const

export const dayStates = states(
  {
    waiting: { label: '等对账单', tone: 'waiting' },
    matching: { label: '核对中', tone: 'going' },
    open: { label: '未结账', tone: 'attention' },
    closed: { label: '已结账', tone: 'done' },
  },
  { fetchStatement: ['waiting', 'open'], match: ['matching', 'open'], closeDay: ['open'], confirmArrival: ['open', 'closed'] },
)
export const SOURCES = { fetched: '自动下载', uploaded: '人工上传' } as const
export const dayRefusals = {
  closedBy: '{day} 已由{name}在 {at} 结账',
  notMatched: '{day} 还没有核对对账单，不能结账',
  differences: '{day} 还有 {n} 笔差异没有处理，不能结账',
  future: '{day} 还没有过完，没有对账单',
  seen: '这份对账单已经用在 {day} 的{merchant}',
  otherMerchant: '这份对账单是商户 {theirs} 的，{merchant}的商户号是 {ours}',
  otherDay: '这份对账单里没有 {day} 的交易，最早的一笔在 {first}',
  unreadable: '看不懂这份对账单：{why}',
  noStatement: '{merchant}没有可以下载的对账单，请上传文件',
  providerDown: '{merchant}的对账单没有取到：{why}',
  arrival: '应到 {net} 元，银行到账 {arrived} 元，不一致时要写说明',
  notSandbox: '只有模拟支付能造差异',
  nothingToSkew: '{day} 没有可以用来造这种差异的交易',
} as const

/** 对账日: one accounting day of one account, proved against the provider's statement. */
export const reconDay = entity(
  'fee.reconDay',
  '对账日',
  {
    merchantId: ref('merchantAccount', '收款账户', fixed),
    bizDate: date('日期', { ...fixed, sortable: true }),
    state: dayStates.field('状态', { initial: 'waiting' }),
    ourCount: integer('本校笔数', total),
    ourSum: money('本校金额', total),
    theirCount: integer('渠道笔数', total),
    theirSum: money('渠道金额', total),
    /** What the provider charges, apart from what was paid. */
    feeSum: money('渠道手续费', total),
    diffCount: integer('未处理差异', total),
    isTest: bool('测试', { ...fixed, initial: false }),
    source: choice('对账单来源', SOURCES, readonly),
    statement: files('对账单', { ...readonly, maxFiles: 1, mostMb: 30, types: ['zip', 'csv', 'txt', 'xlsx', 'dbf'] }),
    /** Of the uploaded file, or of the rows that were fetched. */
    digest: text('对账单摘要', { ...readonly, max: 64 }),
    fetchedAt: datetime('取得时间', readonly),
    /** Why the last try had no statement. */
    fetchNote: text('说明', { ...readonly, max: 300 }),
    nextFetchAt: datetime('下次下载', { ...readonly, secret: 'internal' }),
    alarmAt: datetime('告警时间', { ...readonly, secret: 'internal' }),
    alarmedAt: datetime('已告警', { ...readonly, secret: 'internal' }),
    closedAt: datetime('结账时间', readonly),
    closedBy: ref('user', '结账人', readonly),
    /** The settlement has arrived at the school's bank. */
    arrivedOn: date('到账日', readonly),
    arrivedSum: money('到账金额', readonly),
    arrivalNote: text('到账说明', { ...readonly, max: 200 }),
    arrivedBy: ref('user', '到账确认', readonly),
  },
  { title: 'bizDate', scope: {}, unique: [['merchantId', 'bizDate'], ['digest']], sort: ['-bizDate'], verbs: ['list', 'export'], refusals: dayRefusals },
)
/** 对账单明细: a row of a statement. */
export const statementRow = entity(
  'fee.statementRow',
  '对账单明细',
  {
    dayId: ref('reconDay', '对账日', fixed),
    kind: choice('类型', { payment: '收款', refund: '退款' }, fixed),
    orderNo: text('订单号', { ...readonly, max: 64 }),
    refundNo: text('退款单号', { ...readonly, max: 64 }),
    txnNo: text('渠道交易号', { ...fixed, max: 64 }),
    amount: money('金额', fixed),
    fee: money('手续费', fixed),
    at: datetime('时间', fixed),
  },
  { title: 'txnNo', scope: {}, verbs: [] },
)
