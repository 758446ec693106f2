import { createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { schoolInstant } from '#model/school-time.ts'
import type { OutboundAnswer } from '#server/base/outbound.ts'
import type { Scene } from '../../model/merchant-account.ts'
import type { Charge, Notice, Payload, RefundAnswer, RefundAsk, StatementFile, StatementRow, Trade } from '../../model/provider.ts'
import { type Adapter, ask, type Headers, headerOf, JSON_TYPE, jsonOf, type Merchant, NoticeRefusal, ProviderDown, ProviderRefusal } from './adapter.ts'
import { certificatesIn } from './keys.ts'
import { isSignedRsa, signRsa } from './signing.ts'
import { csvRows } from './unzip.ts'

const GATEWAY = 'https://api.mch.weixin.qq.com'
/** Machines of the official account, which know a follower by a number of its own. */
const [ACCOUNT_PAGE, ACCOUNT_GATEWAY] = ['https://open.weixin.qq.com', 'https://api.weixin.qq.com']
/** Signatures that WeChat sends to find out who does not look. */
const PROBE = 'WECHATPAY/SIGNTEST/'
const rfc3339 = (at: string): string => new Date(Date.parse(at)).toISOString().replace(/\.\d+Z$/, '+00:00')

function authorization(m: Merchant, method: string, path: string, body: string): string {
  const [timestamp, nonce] = [String(Math.floor(Date.now() / 1000)), randomBytes(16).toString('hex').toUpperCase()]
  const signature = signRsa(`${method}\n${path}\n${timestamp}\n${nonce}\n${body}\n`, m.privateKey)
  const serial = certificatesIn(m.certificate)[0]?.serialNumber ?? ''
  return `WECHATPAY2-SHA256-RSA2048 mchid="${m.merchantNo}",nonce_str="${nonce}",signature="${signature}",timestamp="${timestamp}",serial_no="${serial}"`
}
/** Whether WeChat signed this: with the key that `Wechatpay-Serial` names, a platform certificate or, in public-key mode, the key with the number `PUB_KEY_ID_…`. */
function isSigned(m: Merchant, headers: Headers, body: string): boolean {
  const [serial, signature] = [headerOf(headers, 'wechatpay-serial'), headerOf(headers, 'wechatpay-signature')]
  if (!signature || signature.startsWith(PROBE)) return false
  const key =
    serial === m.providerKeyId
      ? m.providerKey
      : certificatesIn(m.providerKey)
          .find(c => c.serialNumber === serial)
          ?.toString()
  const text = `${headerOf(headers, 'wechatpay-timestamp')}\n${headerOf(headers, 'wechatpay-nonce')}\n${body}\n`
  return key !== undefined && isSignedRsa(text, signature, key)
}
async function send(m: Merchant, method: 'GET' | 'POST', path: string, content?: object): Promise<OutboundAnswer> {
  const body = content ? JSON.stringify(content) : ''
  const headers = { ...JSON_TYPE, 'user-agent': 'qinglan', authorization: authorization(m, method, path, body) }
  return ask(m, `${m.gateway || GATEWAY}${path}`, { method, headers, ...(body ? { body } : {}) })
}
async function call<T>(m: Merchant, method: 'GET' | 'POST', path: string, content?: object): Promise<T> {
  const answer = await send(m, method, path, content)
  const text = answer.body.toString('utf8')
  if (!isSigned(m, answer.headers, text)) throw new ProviderDown(`${path}: the answer (${answer.status}) is not signed by WeChat Pay`)
  const said = (text ? JSON.parse(text) : {}) as T & { code?: string; message?: string }
  if (answer.status < 300) return said
  const code = said.code ?? String(answer.status)
  if (['SYSTEM_ERROR', 'FREQUENCY_LIMITED', 'RATELIMIT_EXCEEDED'].includes(code)) throw new ProviderDown(`${path}: ${code}`)
  throw new ProviderRefusal(code, said.message ?? '')
}
/** Silent consent (`snsapi_base`): the page returns at once with a code that counts once, for five minutes. */
function payerPage(m: Merchant, returnUrl: string, state: string): string {
  const query = new URLSearchParams({ appid: m.appId, redirect_uri: returnUrl, response_type: 'code', scope: 'snsapi_base', state })
  return `${ACCOUNT_PAGE}/connect/oauth2/authorize?${query}#wechat_redirect`
}
async function payerOf(m: Merchant, code: string): Promise<string> {
  const query = new URLSearchParams({ appid: m.appId, secret: m.appSecret, code, grant_type: 'authorization_code' })
  const answer = await ask(m, `${m.gateway || ACCOUNT_GATEWAY}/sns/oauth2/access_token?${query}`, { method: 'GET', headers: JSON_TYPE })
  const said = jsonOf(answer.body.toString('utf8')) as { openid?: string; errcode?: number; errmsg?: string }
  if (!said.openid) throw new ProviderRefusal(String(said.errcode ?? answer.status), said.errmsg ?? '')
  return said.openid
}
interface Transaction {
  mchid: string
  appid: string
  out_trade_no: string
  trade_state: string
  transaction_id?: string
  success_time?: string
  amount?: { total: number }
}
const paidOf = ({ transaction_id, amount, success_time }: Transaction) => ({
  ...{ txnNo: transaction_id ?? '', amount: amount?.total ?? -1 },
  ...(success_time ? { paidAt: new Date(success_time).toISOString() } : {}),
})
const orderPath = ({ orderNo }: Charge): string => `/v3/pay/transactions/out-trade-no/${orderNo}`
const ABSENT = ['ORDER_NOT_EXIST', 'ORDERNOTEXIST', 'RESOURCE_NOT_EXISTS']
async function query(m: Merchant, charge: Charge): Promise<Trade> {
  try {
    const said = await call<Transaction>(m, 'GET', `${orderPath(charge)}?mchid=${m.merchantNo}`)
    if (['SUCCESS', 'REFUND'].includes(said.trade_state)) return { state: 'paid', ...paidOf(said) }
    return { state: ['CLOSED', 'REVOKED'].includes(said.trade_state) ? 'closed' : 'waiting' }
  } catch (fault) {
    if (fault instanceof ProviderRefusal && ABSENT.includes(fault.code)) return { state: 'absent' }
    throw fault
  }
}
async function close(m: Merchant, charge: Charge): Promise<Trade> {
  try {
    await call(m, 'POST', `${orderPath(charge)}/close`, { mchid: m.merchantNo })
    return { state: 'closed' }
  } catch (fault) {
    if (fault instanceof ProviderRefusal) return query(m, charge)
    throw fault
  }
}
/** What a page inside WeChat hands to its bridge. */
function bridge(m: Merchant, prepayId: string): Payload {
  const [timeStamp, nonceStr, pack] = [String(Math.floor(Date.now() / 1000)), randomBytes(16).toString('hex'), `prepay_id=${prepayId}`]
  const paySign = signRsa(`${m.appId}\n${timeStamp}\n${nonceStr}\n${pack}\n`, m.privateKey)
  return { kind: 'bridge', fields: { appId: m.appId, timeStamp, nonceStr, package: pack, signType: 'RSA', paySign } }
}
async function prepay(m: Merchant, charge: Charge, scene: Scene): Promise<Payload> {
  const common = {
    ...{ appid: m.appId, mchid: m.merchantNo, description: charge.title, out_trade_no: charge.orderNo, time_expire: rfc3339(charge.expireAt) },
    ...{ notify_url: m.noticeUrl, amount: { total: charge.amount, currency: 'CNY' } },
  }
  if (scene === 'jsapi') {
    const said = await call<{ prepay_id: string }>(m, 'POST', '/v3/pay/transactions/jsapi', { ...common, payer: { openid: charge.openId ?? '' } })
    return bridge(m, said.prepay_id)
  }
  if (scene === 'h5') {
    const scene_info = { payer_client_ip: charge.ip, h5_info: { type: 'Wap' } }
    const said = await call<{ h5_url: string }>(m, 'POST', '/v3/pay/transactions/h5', { ...common, scene_info })
    return { kind: 'link', url: `${said.h5_url}&redirect_url=${encodeURIComponent(charge.returnUrl)}` }
  }
  const said = await call<{ code_url: string }>(m, 'POST', '/v3/pay/transactions/native', common)
  return { kind: 'code', text: said.code_url }
}
const REFUND_STATES: Readonly<Record<string, RefundAnswer['state']>> = { SUCCESS: 'success', PROCESSING: 'processing', ABNORMAL: 'abnormal', CLOSED: 'failed' }
const refundState = (status: string): RefundAnswer => ({ state: REFUND_STATES[status] ?? 'processing' })
async function refund(m: Merchant, charge: Charge, { refundNo, amount, reason }: RefundAsk): Promise<RefundAnswer> {
  const content = {
    ...{ out_trade_no: charge.orderNo, out_refund_no: refundNo, reason: reason.slice(0, 26), notify_url: m.noticeUrl },
    amount: { refund: amount, total: charge.amount, currency: 'CNY' },
  }
  try {
    return refundState((await call<{ status: string }>(m, 'POST', '/v3/refund/domestic/refunds', content)).status)
  } catch (fault) {
    if (!(fault instanceof ProviderRefusal)) throw fault
    return { state: fault.code === 'NOT_ENOUGH' ? 'processing' : fault.code === 'USER_ACCOUNT_ABNORMAL' ? 'abnormal' : 'failed', why: fault.message }
  }
}
const queryRefund = async (m: Merchant, _charge: Charge, { refundNo }: RefundAsk): Promise<RefundAnswer> =>
  refundState((await call<{ status: string }>(m, 'GET', `/v3/refund/domestic/refunds/${refundNo}`)).status)

interface Resource {
  ciphertext: string
  nonce: string
  associated_data?: string
}
/** AEAD_AES_256_GCM under the APIv3 key; the last 16 bytes are the tag. */
function decrypted({ apiKey }: Merchant, { ciphertext, nonce, associated_data }: Resource): string {
  try {
    const bytes = Buffer.from(ciphertext, 'base64')
    const opened = createDecipheriv('aes-256-gcm', Buffer.from(apiKey, 'utf8'), Buffer.from(nonce, 'utf8')).setAuthTag(bytes.subarray(-16))
    opened.setAAD(Buffer.from(associated_data ?? '', 'utf8'))
    return Buffer.concat([opened.update(bytes.subarray(0, -16)), opened.final()]).toString('utf8')
  } catch {
    throw new NoticeRefusal('malformed', 'the notice is not encrypted with the APIv3 key')
  }
}
function parseNotice(m: Merchant, headers: Headers, rawBody: Buffer): Notice {
  const body = rawBody.toString('utf8')
  if (!isSigned(m, headers, body)) throw new NoticeRefusal('signature')
  const said = jsonOf(body)
  const found = jsonOf(decrypted(m, (said.resource ?? {}) as Resource)) as unknown as Transaction & { out_refund_no?: string; refund_status?: string }
  const sentAt = Number(headerOf(headers, 'wechatpay-timestamp')) * 1000
  const common = { orderNo: found.out_trade_no, merchantNo: found.mchid, ...(found.appid ? { appId: found.appid } : {}), sentAt }
  if (found.out_refund_no) return { ...common, kind: 'refund', refundNo: found.out_refund_no }
  return found.trade_state === 'SUCCESS' ? { ...common, kind: 'payment', ...paidOf(found) } : { ...common, kind: 'other' }
}
/** Transactions of a day; the file is what its SHA-1 says. */
async function statement(m: Merchant, date: string): Promise<StatementRow[]> {
  const said = await call<{ hash_value: string; download_url: string }>(m, 'GET', `/v3/bill/tradebill?bill_date=${date}&bill_type=ALL`)
  const { pathname, search, origin } = new URL(said.download_url)
  const headers = { accept: 'text/plain', 'user-agent': 'qinglan', authorization: authorization(m, 'GET', `${pathname}${search}`, '') }
  const file = await ask(m, `${origin}${pathname}${search}`, { method: 'GET', headers, timeoutMs: 60_000, mostBytes: 64 * 1_048_576 })
  if (createHash('sha1').update(file.body).digest('hex') !== said.hash_value.toLowerCase()) throw new ProviderDown('the statement is not what its digest says')
  return rowsIn(file.body).rows
}
function rowsIn(file: Buffer): StatementFile {
  const rows = csvRows(file.toString('utf8').replace(/^\uFEFF/, ''), '微信订单号') // verbatim
  return { merchantNo: rows.map(row => row.商户号).find(Boolean) ?? null, rows: rows.flatMap(rowOf) } // verbatim
}
function rowOf(row: Record<string, string>): StatementRow[] {
  const at = row.交易时间 ?? ''
  if (!/^\d{4}-/.test(at)) return []
  const fen = (value = ''): number => Math.abs(Math.round(Number(value) * 100))
  const common = { orderNo: row.商户订单号 ?? '', fee: Math.round(Number(row.手续费 ?? 0) * 100), at: schoolInstant(at.slice(0, 10), at.slice(11, 19)) } // verbatim
  if (row.交易状态 === 'REFUND') return [{ ...common, kind: 'refund', refundNo: row.商户退款单号 ?? '', txnNo: row.微信退款单号 ?? '', amount: fen(row.退款金额) }] // verbatim
  return [{ ...common, kind: 'payment', txnNo: row.微信订单号 ?? '', amount: fen(row.订单金额) }] // verbatim
}
/** 微信支付, API v3. */
export const wechat: Adapter = {
  capabilities: { scenes: ['jsapi', 'h5', 'qr'], refundDays: 365, statementAt: '10:00' },
  payer: { page: payerPage, of: payerOf },
  ...{ prepay, query, close, refund, queryRefund, parseNotice, statement },
  readStatement: async (_m, { path }) => rowsIn(await readFile(path)),
  ack: (_m, isOk) =>
    isOk ? { status: 204, type: 'application/json', body: '' } : { status: 400, type: 'application/json', body: JSON.stringify({ code: 'FAIL', message: '失败' }) }, // verbatim
}
