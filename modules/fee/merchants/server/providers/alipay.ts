import { readFile } from 'node:fs/promises'
import { schoolInstant, schoolSecondsText } from '#model/school-time.ts'
import type { Scene } from '../../model/merchant-account.ts'
import type { Charge, Notice, Payload, RefundAnswer, RefundAsk, StatementFile, StatementRow, Trade } from '../../model/provider.ts'
import { type Adapter, ask, FORM, fenOf, type Merchant, NoticeRefusal, ProviderDown, ProviderRefusal, yuanOf } from './adapter.ts'
import { formOf, formText, isSignedRsa, type Params, signRsa, sortedText } from './signing.ts'
import { csvRows, isZip, unzip } from './unzip.ts'

const GATEWAY = 'https://openapi.alipay.com/gateway.do'
const PAID = ['TRADE_SUCCESS', 'TRADE_FINISHED']
type Answer = Readonly<Record<string, string | undefined>>
const gatewayOf = (m: Merchant): string => m.gateway || GATEWAY

/** Common parameters and business content, signed. Optional parameters of a call stand beside the content. */
function signed(m: Merchant, method: string, content: object, more: Params = {}): Record<string, string> {
  const params = {
    ...{ app_id: m.appId, method, format: 'JSON', charset: 'utf-8', sign_type: 'RSA2', version: '1.0' },
    ...{ timestamp: schoolSecondsText(Date.now()), biz_content: JSON.stringify(content), ...more },
  }
  return { ...params, sign: signRsa(sortedText(params), m.privateKey) }
}
/** The JSON object behind a key as it was sent: the signature covers these very characters. */
export function rawNode(text: string, key: string): string {
  const start = text.indexOf(`"${key}":`)
  const open = start < 0 ? -1 : text.indexOf('{', start)
  for (let at = open, depth = 0, isText = false; at >= 0 && at < text.length; at++) {
    const c = text[at]
    if (isText && c === '\\') at++
    else if (c === '"') isText = !isText
    else if (!isText && c === '{') depth++
    else if (!isText && c === '}' && --depth === 0) return text.slice(open, at + 1)
  }
  return ''
}
async function call(m: Merchant, method: string, content: object, more?: Params): Promise<Answer> {
  const answer = await ask(m, gatewayOf(m), { method: 'POST', headers: FORM, body: formText(signed(m, method, content, more)) })
  const text = answer.body.toString('utf8')
  const node = rawNode(text, `${method.replaceAll('.', '_')}_response`)
  const sign = /"sign"\s*:\s*"([^"]+)"/.exec(text.replace(node, ''))?.[1] ?? ''
  if (!node || !isSignedRsa(node, sign, m.providerKey)) throw new ProviderDown(`${method}: the answer is not signed by Alipay`)
  const said = JSON.parse(node) as Answer
  if (said.code === '10000') return said
  const code = said.sub_code ?? said.code ?? ''
  if (said.code === '20000' || code.endsWith('SYSTEM_ERROR')) throw new ProviderDown(`${method}: ${code}`)
  throw new ProviderRefusal(code, said.sub_msg ?? said.msg ?? '')
}
const isAbsent = (fault: unknown): boolean => fault instanceof ProviderRefusal && fault.code === 'ACQ.TRADE_NOT_EXIST'
const instantOf = (time: string | undefined): string | undefined => (time ? schoolInstant(time.slice(0, 10), time.slice(11, 19)) : undefined)

async function query(m: Merchant, { orderNo }: Charge): Promise<Trade> {
  const said = await call(m, 'alipay.trade.query', { out_trade_no: orderNo }).catch(fault => {
    if (isAbsent(fault)) return null
    throw fault
  })
  if (!said) return { state: 'absent' }
  if (!PAID.includes(said.trade_status ?? '')) return { state: said.trade_status === 'TRADE_CLOSED' ? 'closed' : 'waiting' }
  const paidAt = instantOf(said.send_pay_date)
  return { state: 'paid', amount: fenOf(said.total_amount), txnNo: said.trade_no ?? '', ...(paidAt ? { paidAt } : {}) }
}
/** A trade exists only after the buyer has opened it: one that is not there counts as closed. One that cannot be closed has become something else meanwhile. */
async function close(m: Merchant, charge: Charge): Promise<Trade> {
  try {
    await call(m, 'alipay.trade.close', { out_trade_no: charge.orderNo })
    return { state: 'closed' }
  } catch (fault) {
    if (isAbsent(fault)) return { state: 'absent' }
    if (fault instanceof ProviderRefusal) return query(m, charge)
    throw fault
  }
}
const METHODS: Readonly<Partial<Record<Scene, { method: string; product: string }>>> = {
  h5: { method: 'alipay.trade.wap.pay', product: 'QUICK_WAP_WAY' },
  pc: { method: 'alipay.trade.page.pay', product: 'FAST_INSTANT_TRADE_PAY' },
}
async function prepay(m: Merchant, charge: Charge, scene: Scene): Promise<Payload> {
  const content = { out_trade_no: charge.orderNo, total_amount: yuanOf(charge.amount), subject: charge.title, time_expire: schoolSecondsText(charge.expireAt) }
  const page = METHODS[scene]
  if (page) {
    const fields = signed(m, page.method, { ...content, product_code: page.product }, { notify_url: m.noticeUrl, return_url: charge.returnUrl })
    return { kind: 'form', url: `${gatewayOf(m)}?charset=utf-8`, fields }
  }
  const said = await call(m, 'alipay.trade.precreate', { ...content, product_code: 'FACE_TO_FACE_PAYMENT' }, { notify_url: m.noticeUrl })
  return { kind: 'code', text: said.qr_code ?? '' }
}
/** Refusals after which the money cannot go back this way. */
const ABNORMAL = ['ACQ.TRADE_HAS_FINISHED', 'ACQ.BUYER_ERROR', 'ACQ.BUYER_NOT_EXIST', 'ACQ.TRADE_NOT_ALLOW_REFUND', 'ACQ.ONLINE_TRADE_VOUCHER_NOT_ALLOW_REFUND']
/** The school's balance at Alipay is short: goes on once it is filled. */
const LATER = ['ACQ.SELLER_BALANCE_NOT_ENOUGH', 'ACQ.REFUND_CHARGE_ERROR']
async function refund(m: Merchant, charge: Charge, { refundNo, amount, reason }: RefundAsk): Promise<RefundAnswer> {
  const content = { out_trade_no: charge.orderNo, refund_amount: yuanOf(amount), out_request_no: refundNo, refund_reason: reason.slice(0, 80) }
  try {
    const said = await call(m, 'alipay.trade.refund', content)
    return { state: said.fund_change === 'Y' ? 'success' : 'processing' }
  } catch (fault) {
    if (!(fault instanceof ProviderRefusal)) throw fault
    return { state: LATER.includes(fault.code) ? 'processing' : ABNORMAL.includes(fault.code) ? 'abnormal' : 'failed', why: fault.message }
  }
}
async function queryRefund(m: Merchant, { orderNo }: Charge, { refundNo }: RefundAsk): Promise<RefundAnswer> {
  const said = await call(m, 'alipay.trade.fastpay.refund.query', { out_trade_no: orderNo, out_request_no: refundNo })
  return { state: said.refund_status === 'REFUND_SUCCESS' ? 'success' : 'processing' }
}
function parseNotice(m: Merchant, _headers: unknown, rawBody: Buffer): Notice {
  const form = formOf(rawBody)
  if (!form.sign || !isSignedRsa(sortedText(form, ['sign', 'sign_type']), form.sign, m.providerKey)) throw new NoticeRefusal('signature')
  const paidAt = instantOf(form.gmt_payment)
  const common = { orderNo: form.out_trade_no ?? '', merchantNo: form.seller_id ?? '', appId: form.app_id ?? '', txnNo: form.trade_no ?? '' }
  // a notice about a refund repeats the paid trade
  if (form.refund_fee) return { ...common, kind: 'refund', refundNo: form.out_biz_no ?? '' }
  if (!PAID.includes(form.trade_status ?? '')) return { ...common, kind: 'other' }
  return { ...common, kind: 'payment', amount: fenOf(form.total_amount), ...(paidAt ? { paidAt } : {}) }
}
async function statement(m: Merchant, date: string): Promise<StatementRow[]> {
  const said = await call(m, 'alipay.data.dataservice.bill.downloadurl.query', { bill_type: 'trade', bill_date: date })
  const zip = await ask(m, said.bill_download_url ?? '', { method: 'GET', timeoutMs: 60_000, mostBytes: 32 * 1_048_576 })
  return (await rowsIn(zip.body)).rows
}
/** The file of transactions in the zip; the other one has sums. A fee is what is charged: Alipay writes it as a negative amount, and a returned one as positive. The head names the
 *  account: its number and four digits. */
async function rowsIn(file: Buffer): Promise<StatementFile> {
  const gbk = new TextDecoder('gbk')
  const parts = isZip(file) ? (await unzip(file)).filter(f => !gbk.decode(f.name).includes('汇总')) : [{ content: file }] // verbatim
  const texts = parts.map(f => gbk.decode(f.content))
  const merchantNo = texts.flatMap(text => /^#?账号[：:]\[?(\d{16})/m.exec(text)?.[1] ?? [])[0] // verbatim
  return { merchantNo: merchantNo ?? null, rows: texts.flatMap(text => csvRows(text, '支付宝交易号').flatMap(rowOf)) } // verbatim
}
function rowOf(row: Record<string, string>): StatementRow[] {
  const [txnNo = '', orderNo = '', at = ''] = [row.支付宝交易号, row.商户订单号, row.完成时间] // verbatim
  if (!/^\d+$/.test(txnNo)) return []
  const isRefund = row.业务类型?.includes('退款') ?? false // verbatim
  const fen = (value = ''): number => Math.abs(Math.round(Number(value) * 100))
  const common = { orderNo, txnNo, amount: fen(row['订单金额（元）']), fee: -Math.round(Number(row['服务费（元）'] ?? 0) * 100), at: instantOf(at) ?? '' } // verbatim
  return [isRefund ? { ...common, kind: 'refund', refundNo: row['退款批次号/请求号'] ?? '' } : { ...common, kind: 'payment' }] // verbatim
}
/** 支付宝, open platform gateway 1.0 with RSA2. */
export const alipay: Adapter = {
  capabilities: { scenes: ['h5', 'pc', 'qr'], refundDays: 90, statementAt: '10:00' },
  ...{ prepay, query, close, refund, queryRefund, parseNotice, statement },
  readStatement: async (_m, { path }) => rowsIn(await readFile(path)),
  ack: (_m, isOk) => ({ status: 200, type: 'text/plain', body: isOk ? 'success' : 'fail' }),
}
