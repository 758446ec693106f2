import { createHmac, randomUUID } from 'node:crypto'
import { callOut } from '#server/base/outbound.ts'
import { needTemplate, parsed, type Vendor, VendorRefusal } from './vendor.ts'

const ENDPOINT = 'https://dysmsapi.aliyuncs.com/'
/** RFC 3986, as Alibaba Cloud asks for it: `encodeURIComponent` leaves five signs alone that must be encoded. */
const percent = (text: string): string => encodeURIComponent(text).replace(/[!'()*]/g, c => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

/** Signature of an RPC call, version 1.0: HMAC-SHA1 over method and sorted parameters. */
export function signature(method: 'GET' | 'POST', parameters: Readonly<Record<string, string>>, secret: string): string {
  const query = Object.keys(parameters)
    .sort()
    .map(name => `${percent(name)}=${percent(parameters[name] as string)}`)
    .join('&')
  return createHmac('sha1', `${secret}&`)
    .update(`${method}&${percent('/')}&${percent(query)}`)
    .digest('base64')
}
/** SendSms of Alibaba Cloud's short message service, 2017-05-25. */
export const aliyun: Vendor = async (provider, sms) => {
  const template = needTemplate(sms, '阿里云')
  const parameters: Record<string, string> = {
    AccessKeyId: provider.accessKey ?? '',
    Action: 'SendSms',
    Format: 'JSON',
    PhoneNumbers: sms.mobile,
    RegionId: 'cn-hangzhou',
    SignName: provider.signature ?? '',
    SignatureMethod: 'HMAC-SHA1',
    SignatureNonce: randomUUID(),
    SignatureVersion: '1.0',
    TemplateCode: template.id,
    TemplateParam: JSON.stringify(Object.fromEntries(template.parameters)),
    Timestamp: new Date().toISOString().replace(/\.\d+Z$/, 'Z'),
    Version: '2017-05-25',
  }
  const body = new URLSearchParams({ ...parameters, Signature: signature('POST', parameters, provider.secret ?? '') }).toString()
  const answer = await callOut(provider.endpoint || ENDPOINT, { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body })
  const said = parsed(answer.body)
  if (said.Code !== 'OK') throw new VendorRefusal(`${String(said.Code ?? answer.status)} ${String(said.Message ?? '')}`.trim())
  return { receipt: String(said.BizId ?? '') }
}
