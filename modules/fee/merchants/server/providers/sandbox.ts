import { sign, verify } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Charge, Notice, RefundAnswer, RefundAsk, StatementFile, StatementRow, Trade } from '../../model/provider.ts'
import { type Adapter, ask, type Headers, headerOf, JSON_TYPE, jsonOf, type Merchant, NoticeRefusal, ProviderDown, ProviderRefusal } from './adapter.ts'
import { privateKeyOf, publicKeyOf } from './keys.ts'

/** What the simulated provider signs: moment and body. */
const signedText = (timestamp: string, body: string): Buffer => Buffer.from(`${timestamp}\n${body}\n`)
/** Headers of a message of the simulated provider, signed with its key. */
export function sandboxHeaders(privateKey: string, body: string, now = Date.now()): Record<string, string> {
  const timestamp = String(now)
  return { ...JSON_TYPE, 'sandbox-timestamp': timestamp, 'sandbox-signature': sign('sha256', signedText(timestamp, body), privateKeyOf(privateKey)).toString('base64') }
}
const isSigned = (m: Merchant, headers: Headers, body: string): boolean =>
  verify('sha256', signedText(headerOf(headers, 'sandbox-timestamp'), body), publicKeyOf(m.providerKey), Buffer.from(headerOf(headers, 'sandbox-signature'), 'base64'))

async function call<T>(m: Merchant, verb: string, content: object): Promise<T> {
  const answer = await ask(m, `sandbox:${verb}`, { method: 'POST', headers: JSON_TYPE, body: JSON.stringify({ merchantNo: m.merchantNo, ...content }) })
  const body = answer.body.toString('utf8')
  if (!isSigned(m, answer.headers, body)) throw new ProviderDown('the answer is not signed by the simulated provider')
  const said = JSON.parse(body) as { code: string; message?: string }
  if (said.code !== 'OK') throw new ProviderRefusal(said.code, said.message ?? '')
  return said as T
}
const orderOf = ({ orderNo }: Charge) => ({ orderNo })

/** 模拟支付: a provider inside the product with a key pair of its own, reached and believed like any other. */
export const sandbox: Adapter = {
  capabilities: { scenes: ['h5', 'pc', 'qr', 'jsapi'], refundDays: 365, statementAt: '10:30' },
  async prepay(m, { orderNo, amount, title, expireAt, returnUrl }, scene) {
    const { url } = await call<{ url: string }>(m, 'prepay', { orderNo, amount, title, expireAt, returnUrl, noticeUrl: m.noticeUrl })
    return scene === 'qr' ? { kind: 'code', text: url } : { kind: 'link', url }
  },
  query: (m, charge) => call<Trade>(m, 'query', orderOf(charge)),
  close: (m, charge) => call<Trade>(m, 'close', orderOf(charge)),
  refund: (m, charge, { refundNo, amount }) => call<RefundAnswer>(m, 'refund', { ...orderOf(charge), refundNo, amount }),
  queryRefund: (m, charge, { refundNo }: RefundAsk) => call<RefundAnswer>(m, 'queryRefund', { ...orderOf(charge), refundNo }),
  parseNotice(m, headers, rawBody) {
    const body = rawBody.toString('utf8')
    if (!isSigned(m, headers, body)) throw new NoticeRefusal('signature')
    const { orderNo, merchantNo, amount, txnNo, paidAt } = jsonOf(body) as unknown as Notice
    return { kind: 'payment', orderNo, merchantNo, amount, txnNo, paidAt, sentAt: Number(headerOf(headers, 'sandbox-timestamp')) } as Notice
  },
  ack: (_m, isOk) => ({ status: isOk ? 200 : 400, type: 'application/json', body: JSON.stringify({ code: isOk ? 'OK' : 'FAIL' }) }),
  statement: async (m, date) => (await call<{ rows: StatementRow[] }>(m, 'statement', { date })).rows,
  readStatement: async (_m, { path }) => JSON.parse(await readFile(path, 'utf8')) as StatementFile,
}
