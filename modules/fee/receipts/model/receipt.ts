import { action, bool, date, datetime, dict, entity, integer, json, list, money, pickFields, ref, shape, states, text } from '#model'
import { BY_STUDENT_OF_COLLEGE } from '#modules/student/model/scope.ts'
import { receiptKind } from '../../prices/model/dictionaries.ts'

const readonly = { readonly: true } as const
const fixed = { required: true, readonly: true } as const
const need = { required: true } as const

export const receiptStates = states(
  {
    pending: { label: '开票中', tone: 'going' },
    issued: { label: '已开票', tone: 'done' },
    failed: { label: '开票失败', tone: 'attention' },
    reversed: { label: '已冲红', tone: 'over' },
  },
  { retry: ['failed'], reverse: ['issued'] },
)
export interface ReceiptItem {
  item: string
  xn: string
  amount: number
}
/** 票据: what was paid of one order for items of one kind. A number once given stays to be seen, reversed or not. */
export const receipt = entity(
  'fee.receipt',
  '票据',
  {
    kind: dict('票据种类', receiptKind, fixed),
    no: text('票据号码', { ...readonly, max: 40, search: true }),
    checkCode: text('校验码', { ...readonly, max: 40 }),
    orderId: ref('payOrder', '支付订单', fixed),
    orderNo: text('订单号', { ...fixed, max: 24, search: true }),
    studentId: ref('student', '学生', readonly),
    payerName: text('缴费人', { ...fixed, max: 60, search: true }),
    amount: money('金额', { ...fixed, sortable: true }),
    items: json<readonly ReceiptItem[]>('项目', { ...fixed, untyped: 'item, school year and amount, read by the receipt itself' }),
    state: receiptStates.field('状态', { initial: 'pending', sortable: true }),
    isTest: bool('测试', { ...fixed, initial: false }),
    issuedAt: datetime('开票时间', { ...readonly, sortable: true }),
    reversedAt: datetime('冲红时间', readonly),
    /** Number of the receipt that reverses it. */
    reverseNo: text('红票号码', { ...readonly, max: 40, search: true }),
    reason: text('冲红原因', { ...readonly, max: 200, translatable: true }),
    why: text('说明', { ...readonly, max: 300 }),
    tries: integer('尝试次数', { ...fixed, initial: 0, secret: 'internal' }),
    nextAt: datetime('下次尝试', { ...readonly, secret: 'internal' }),
  },
  {
    title: 'no',
    scope: BY_STUDENT_OF_COLLEGE,
    sort: ['-createdAt'],
    verbs: ['list', 'export'],
    countsUpTo: 10_000,
    refusals: { notIssued: '这张票据还没有开出来', tooMany: '一次最多打包 {most} 张，选中的有 {n} 张，请缩小日期范围', none: '这段时间没有开出的票据' },
  },
)
const id = text('编号', { ...need, max: 36 })
export const issueReceipts = action('fee.receipt.issue', '开票', {
  input: { orderIds: list('支付订单', ref('payOrder', '支付订单', need), { ...need, min: 1, max: 500 }) },
  output: { made: integer('张数', need) },
})
export const retryReceipt = action('fee.receipt.retry', '重新开票', { input: { id }, output: 'none', inScope: true })
/** Takes a receipt back and issues another in its place. */
export const reverseReceipt = action('fee.receipt.reverse', '冲红重开', { input: { id, reason: text('原因', { ...need, min: 2, max: 200 }) }, output: 'none', inScope: true })
export const receiptPdf = action('fee.receipt.pdf', '下载票据', { method: 'GET', permission: 'fee:receipt:list', input: { id }, output: 'file' })
export const receiptZip = action('fee.receipt.zip', '打包下载', {
  input: { from: date('从', need), to: date('到', need), kind: dict('票据种类', receiptKind) },
  output: 'file',
})
const own = shape('票据', { id, ...pickFields(receipt.fields, ['kind', 'no', 'amount', 'state', 'issuedAt', 'reverseNo', 'orderNo', 'isTest']) })
/** 我的票据, on the page of one's own fees. */
export const myReceipts = action('fee.receipt.mine', '我的票据', { method: 'GET', permission: 'fee:payOrder:mine', output: { receipts: list('票据', own, need) } })
export const myReceiptPdf = action('fee.receipt.minePdf', '下载我的票据', { method: 'GET', permission: 'fee:payOrder:mine', input: { id }, output: 'file' })
export const staffActions = [issueReceipts, retryReceipt, reverseReceipt, receiptZip]
