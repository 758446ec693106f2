import { action, choice, datetime, entity, json, list, money, pickFields, ref, shape, text } from '#model'
import { shownOfLine } from '../../bills/model/bill-line.ts'
import { FEE_BOOKS, PROVIDERS, SCENES } from '../../merchants/model/merchant-account.ts'
import type { Payload } from '../../merchants/model/provider.ts'

export const LINK_HOURS = 24
const need = { required: true } as const
const fixed = { required: true, readonly: true } as const
export const linkRefusals = { gone: '链接已失效，请让发链接的人重新发一个' }
/** 代缴链接: lets somebody without an account pay one bill, for a day. Only the hash of its key is kept. */
export const payLink = entity(
  'fee.payLink',
  '代缴链接',
  {
    studentId: ref('student', '学生', { readonly: true }),
    payerId: text('缴费人', { readonly: true, max: 36, format: 'uuid' }),
    keyHash: text('摘要', { ...fixed, max: 64, secret: 'internal' }),
    lineIds: list('应缴明细', ref('billLine', '应缴明细', need), fixed),
    expireAt: datetime('失效时间', fixed),
  },
  { title: 'expireAt', scope: { student: 'studentId' }, unique: [['keyHash']], verbs: [], refusals: linkRefusals },
)
/** One way of paying, as a page offers it. */
export const way = shape('支付方式', {
  merchantId: text('收款账户', { ...need, max: 36 }),
  name: text('名称', { ...need, max: 60 }),
  provider: choice('支付渠道', PROVIDERS, need),
  book: choice('账簿', FEE_BOOKS, need),
  scenes: list('场景', choice('场景', SCENES), need),
})
const key = text('密钥', { required: true, min: 20, max: 64 })
const tenantId = text('学校', { max: 12 })
const open = { open: 'whoever helps to pay has no account; the key of the link is the proof, of which only the hash is kept' } as const
/** Attempts an address may make a minute, whatever key it names. */
const limit = { perMinute: 30, group: 'fee.payLink' } as const

export const makePayLink = action('fee.payLink.make', '请人代缴', {
  permission: 'fee:payOrder:create',
  input: { lineIds: list('应缴明细', ref('billLine', '应缴明细', need), { required: true, min: 1, max: 20 }) },
  output: { path: text('地址', { ...need, max: 300 }), expireAt: datetime('失效时间', need) },
  refusals: linkRefusals,
})
/** What a link is for: the name masked, what is owed, and how it can be paid. */
export const openPayLink = action('fee.payLink.open', '代缴', {
  method: 'GET',
  access: open,
  limit,
  input: { key, tenantId },
  output: {
    payer: text('缴费人', { ...need, max: 60 }),
    lines: list('应缴', shape('应缴', pickFields(shownOfLine, ['item', 'xn', 'owed'])), need),
    amount: money('合计', need),
    expireAt: datetime('失效时间', need),
    ways: list('支付方式', way, need),
  },
  refusals: linkRefusals,
})
/** Pays what is still owed of the link's lines, whole; the page's amount is only compared. */
export const payByLink = action('fee.payLink.pay', '支付', {
  access: open,
  limit,
  input: {
    key,
    tenantId,
    amount: money('金额', { required: true, min: 1 }),
    merchantId: ref('merchantAccount', '收款账户', need),
    scene: choice('场景', SCENES, need),
    idemKey: text('请求编号', { required: true, min: 8, max: 48 }),
  },
  output: { orderNo: text('订单号', { ...need, max: 24 }), payload: json<Payload>('支付参数', { ...need, untyped: 'made by the adapter' }) },
  refusals: linkRefusals,
  isWhole: false,
})
