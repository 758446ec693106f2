import { action, bool, choice, date, integer, list, money, ref, shape, text } from '#model'
import { UTILITY_KINDS } from './room-utility.ts'

const xn = text('学年', { required: true, min: 9, max: 9, help: '如 2026-2027' })
const RUN = 'dormitory:lodgingCharge:run'
const n = (label: string) => integer(label, { required: true })
const yuan = (label: string) => money(label, { required: true })
const rooms = list('没有标准的房间', text('房间', { required: true, max: 200 }), { required: true })
/** Preview of a charge run, with rooms that have no price. */
export const previewRun = action('dormitory.lodgingCharge.preview', '计费预览', {
  method: 'GET',
  permission: RUN,
  input: { xn },
  output: { students: n('学生'), charges: n('应收笔数'), fresh: n('新增'), changed: n('有变化'), total: yuan('合计'), unpriced: n('没有标准的学生'), rooms },
  refusals: { xn: '学年“{xn}”应写成 2026-2027' },
})
export const runCharges = action('dormitory.lodgingCharge.run', '住宿费计费', {
  input: { xn, dueOn: date('缴费截止', { required: true }) },
  output: { fresh: n('新增'), changed: n('有变化'), total: yuan('合计'), handedIn: n('已送收费') },
  refusals: { xn: '学年“{xn}”应写成 2026-2027', unpriced: '{count} 间房间还没有住宿费标准，请先设置：{rooms}' },
})
const adjustment = {
  adjust: money('调整金额', { required: true, min: -10_000_000, max: 10_000_000, help: '减免写负数' }),
  reason: text('原因', { required: true, max: 200, multiline: true }),
} as const
export const adjustCharge = action('dormitory.lodgingCharge.adjust', '调整住宿费', {
  inScope: true,
  output: 'none',
  input: { id: ref('lodgingCharge', '住宿费', { required: true }), ...adjustment },
  refusals: { below: '应收 {due} 元，调整 {adjust} 元后小于 0' },
})
/** 20-DF3: deferred charges are not reminded. */
export const remindArrears = action('dormitory.lodgingCharge.remind', '提醒缴费', {
  input: { ids: list('住宿费', ref('lodgingCharge', '住宿费', { required: true }), { required: true, min: 1, max: 500 }) },
  output: { told: n('已提醒'), skipped: n('不用提醒') },
  refusals: { noLedger: '这些住宿费还没有交到财务处，不知道谁已缴费，不能提醒' },
})
export const arrearsFigures = action('dormitory.lodgingCharge.figures', '欠费人数', {
  method: 'GET',
  permission: 'dormitory:lodgingCharge:list',
  output: {
    owing: n('欠费'),
    owed: yuan('欠费合计'),
    long: n('逾期 90 天以上'),
    deferred: n('缓缴'),
    xns: list('学年', text('学年', { required: true, max: 9 }), { required: true }),
  },
})
export const monthFields = {
  month: text('月份', { required: true, max: 7 }),
  room: text('房间', { required: true, max: 200 }),
  nights: n('晚数'),
  standard: yuan('标准（每年）'),
  amount: yuan('费用'),
} as const
const month = shape('月份', monthFields)
/** Breakdown by month with room and rate, for the student and for readers of the charge. */
export const explainCharge = action('dormitory.lodgingCharge.explain', '账单说明', {
  method: 'GET',
  permission: 'dormitory:lodgingCharge:list',
  input: { id: ref('lodgingCharge', '住宿费', { required: true }) },
  output: {
    perYear: n('计费月数'),
    minNights: n('最少晚数'),
    months: list('月份', month, { required: true }),
    due: yuan('应收'),
    adjust: yuan('调整'),
    adjustReason: text('调整原因', { max: 200 }),
  },
})
/** A fee as shown to its student. */
export const bill = {
  id: text('编号', { required: true, max: 36 }),
  xn: text('学年', { required: true, max: 9 }),
  bed: text('床位', { max: 200 }),
  months: n('计费月数'),
  standard: yuan('标准（每年）'),
  due: yuan('应收'),
  adjust: yuan('调整'),
  adjustReason: text('调整原因', { max: 200 }),
  paid: yuan('已缴'),
  deferred: yuan('缓缴'),
  deferredUntil: date('缓缴到'),
  owed: yuan('欠费'),
  dueOn: date('缴费截止', { required: true }),
  /** Whether a fee ledger is connected: without one nothing is known of payments. */
  isKnown: bool('已送收费', { required: true }),
  detail: list('月份', month, { required: true }),
} as const
const meter = shape('水电', {
  kind: choice('类别', UTILITY_KINDS, { required: true }),
  reading: text('读数', { required: true, max: 20 }),
  balance: yuan('余额'),
  share: money('每人分摊'),
  sharers: integer('分摊人数'),
  readAt: text('抄表时间', { required: true, max: 40 }),
  isLow: bool('余额不足', { required: true }),
})
/** One's own lodging fees, and the meters of one's room. */
export const myBills = action('dormitory.lodgingCharge.mine', '我的住宿费', {
  method: 'GET',
  output: {
    perYear: n('计费月数'),
    minNights: n('最少晚数'),
    bills: list('住宿费', shape('住宿费', bill), { required: true }),
    room: text('房间', { max: 200 }),
    meters: list('水电', meter, { required: true }),
  },
})
export const arrearsActions = [previewRun, runCharges, adjustCharge, remindArrears, arrearsFigures, explainCharge, myBills]
