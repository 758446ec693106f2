import { createHash, createHmac } from 'node:crypto'
import { callOut } from '#server/base/outbound.ts'
import { needTemplate, parsed, type Vendor, VendorRefusal } from './vendor.ts'

const ENDPOINT = 'https://sms.tencentcloudapi.com/'
const ALGORITHM = 'TC3-HMAC-SHA256'
const JSON_TYPE = 'application/json; charset=utf-8'
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

export interface Call {
  service: string
  host: string
  action: string
  body: string
  /** Seconds since 1970. */
  timestamp: number
  secretId: string
  secretKey: string
}
/** The `Authorization` header of a POST by Tencent Cloud's signature version 3. */
export function authorization(call: Call): string {
  const date = new Date(call.timestamp * 1000).toISOString().slice(0, 10)
  const signed = 'content-type;host;x-tc-action'
  const headers = `content-type:${JSON_TYPE}\nhost:${call.host}\nx-tc-action:${call.action.toLowerCase()}\n`
  const canonical = ['POST', '/', '', headers, signed, sha256(call.body)].join('\n')
  const scope = `${date}/${call.service}/tc3_request`
  const toSign = [ALGORITHM, call.timestamp, scope, sha256(canonical)].join('\n')
  const key = hmac(hmac(hmac(`TC3${call.secretKey}`, date), call.service), 'tc3_request')
  return `${ALGORITHM} Credential=${call.secretId}/${scope}, SignedHeaders=${signed}, Signature=${hmac(key, toSign).toString('hex')}`
}
interface Answer {
  Response?: { Error?: { Code: string; Message: string }; SendStatusSet?: Array<{ Code: string; Message: string; SerialNo: string }> }
}
/** SendSms of Tencent Cloud, 2021-01-11. */
export const tencent: Vendor = async (provider, sms) => {
  const template = needTemplate(sms, '腾讯云')
  const url = new URL(provider.endpoint || ENDPOINT)
  const body = JSON.stringify({
    PhoneNumberSet: [`+86${sms.mobile}`],
    SmsSdkAppId: provider.appId ?? '',
    SignName: provider.signature ?? '',
    TemplateId: template.id,
    TemplateParamSet: template.parameters.map(([, value]) => value),
  })
  const timestamp = Math.floor(Date.now() / 1000)
  const call = { service: 'sms', host: url.host, action: 'SendSms', body, timestamp, secretId: provider.accessKey ?? '', secretKey: provider.secret ?? '' }
  const headers = {
    authorization: authorization(call),
    'content-type': JSON_TYPE,
    'x-tc-action': 'SendSms',
    'x-tc-timestamp': String(timestamp),
    'x-tc-version': '2021-01-11',
    'x-tc-region': provider.region || 'ap-guangzhou',
  }
  const { Response } = parsed((await callOut(url.href, { method: 'POST', headers, body })).body) as Answer
  const status = Response?.SendStatusSet?.[0]
  const fault = Response?.Error ?? (status?.Code === 'Ok' ? undefined : status)
  if (fault || !status) throw new VendorRefusal(`${fault?.Code ?? '?'} ${fault?.Message ?? ''}`.trim())
  return { receipt: status.SerialNo }
}
