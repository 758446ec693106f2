import { createHmac, randomUUID } from 'node:crypto'
import { callOut } from '#server/base/outbound.ts'
import { parsed, type Vendor, VendorRefusal } from './vendor.ts'

/** Signature of the gateway: hexadecimal HMAC-SHA256 of timestamp, nonce and body, one per line. */
export const signature = (secret: string, timestamp: string, nonce: string, body: string): string =>
  createHmac('sha256', secret).update(`${timestamp}\n${nonce}\n${body}`).digest('hex')

/** The school's own gateway: POST of JSON, response `{ "code": 0, "id": "…" }`. */
export const http: Vendor = async (provider, sms) => {
  const body = JSON.stringify({ mobile: sms.mobile, text: `${provider.signature ? `【${provider.signature}】` : ''}${sms.text}` })
  const timestamp = String(Math.floor(Date.now() / 1000))
  const nonce = randomUUID()
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'x-access-key': provider.accessKey ?? '',
    'x-timestamp': timestamp,
    'x-nonce': nonce,
    'x-signature': signature(provider.secret ?? '', timestamp, nonce, body),
  }
  const answer = await callOut(provider.endpoint ?? '', { method: 'POST', headers, body })
  const said = parsed(answer.body)
  if (answer.status >= 300 || said.code !== 0) throw new VendorRefusal(`${answer.status} ${String(said.message ?? said.code ?? '')}`.trim())
  return { receipt: String(said.id ?? '') }
}
