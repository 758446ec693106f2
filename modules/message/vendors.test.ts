import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { aliyun, signature as aliyunSignature } from './server/vendors/aliyun.ts'
import { http } from './server/vendors/http.ts'
import { authorization, tencent } from './server/vendors/tencent.ts'
import type { Provider, Sms } from './server/vendors/vendor.ts'

interface Call {
  headers: IncomingMessage['headers']
  body: string
}
let gateway: Server
let address: string
let answer: (call: Call) => unknown
beforeAll(async () => {
  gateway = createServer(async (request, reply) => {
    let body = ''
    for await (const part of request) body += String(part)
    reply.setHeader('content-type', 'application/json').end(JSON.stringify(answer({ headers: request.headers, body })))
  }).listen(0, '127.0.0.1')
  await new Promise(done => gateway.once('listening', done))
  address = `127.0.0.1:${(gateway.address() as AddressInfo).port}`
  vi.stubEnv('OUTBOUND_HOSTS', address)
})
afterAll(() => {
  vi.unstubAllEnvs()
  gateway.close()
})

const provider = (given: Partial<Provider>): Provider =>
  ({ name: '测试', accessKey: 'testId', secret: 'testSecret', signature: '青蓝', appId: '1400006666', region: null, endpoint: `http://${address}/`, ...given }) as Provider
const sms: Sms = { mobile: '13800001234', text: '验证码 123456', template: { id: 'SMS_71390007', parameters: [['code', '123456']] } }

describe('Alibaba Cloud', () => {
  it('signs as its documentation does in both of its examples', () => {
    const regions = {
      AccessKeyId: 'testid',
      Action: 'DescribeRegions',
      Format: 'XML',
      SignatureMethod: 'HMAC-SHA1',
      SignatureNonce: '3ee8c1b8-83d3-44af-a94f-4e0ad82fd6cf',
      SignatureVersion: '1.0',
      Timestamp: '2016-02-23T12:46:24Z',
      Version: '2014-05-26',
    }
    expect(aliyunSignature('GET', regions, 'testsecret')).toBe('OLeaidS1JvxuMvnyHOwuJ+uX5qY=')
    const sendSms = {
      SignatureMethod: 'HMAC-SHA1',
      SignatureNonce: '45e25e9b-0a6f-4070-8c85-2956eda1b466',
      AccessKeyId: 'testId',
      SignatureVersion: '1.0',
      Timestamp: '2017-07-12T02:42:19Z',
      Format: 'XML',
      Action: 'SendSms',
      Version: '2017-05-25',
      RegionId: 'cn-hangzhou',
      PhoneNumbers: '15300000001',
      SignName: '阿里云短信测试专用',
      TemplateParam: '{"customer":"test"}',
      TemplateCode: 'SMS_71390007',
      OutId: '123',
    }
    expect(aliyunSignature('GET', sendSms, 'testSecret')).toBe('zJDF+Lrzhj/ThnlvIToysFRq6t4=')
  })
  it('sends what a gateway that checks the signature takes', async () => {
    answer = ({ body }) => {
      const { Signature, ...given } = Object.fromEntries(new URLSearchParams(body))
      const encode = (text: string): string => encodeURIComponent(text).replace(/[*'()!]/g, c => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
      const query = Object.entries(given)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([k, v]) => `${encode(k)}=${encode(v as string)}`)
        .join('&')
      const expected = createHmac('sha1', 'testSecret&')
        .update(`POST&%2F&${encode(query)}`)
        .digest('base64')
      return Signature === expected && given.PhoneNumbers === '13800001234' && given.TemplateParam === '{"code":"123456"}'
        ? { Code: 'OK', BizId: '9006197469364984400' }
        : { Code: 'SignatureDoesNotMatch', Message: 'no' }
    }
    expect(await aliyun(provider({ vendor: 'aliyun' }), sms)).toEqual({ receipt: '9006197469364984400' })
    await expect(aliyun(provider({ vendor: 'aliyun', secret: 'wrong' }), sms)).rejects.toThrow('SignatureDoesNotMatch')
    await expect(aliyun(provider({ vendor: 'aliyun' }), { ...sms, template: undefined })).rejects.toThrow('模板')
  })
})
describe('Tencent Cloud', () => {
  it('signs as its documentation does', () => {
    const body = '{"Limit": 1, "Filters": [{"Values": ["\\u672a\\u547d\\u540d"], "Name": "instance-name"}]}'
    const call = {
      service: 'cvm',
      host: 'cvm.tencentcloudapi.com',
      action: 'DescribeInstances',
      body,
      timestamp: 1551113065,
      secretId: 'AKID********************************',
      secretKey: '********************************',
    }
    expect(authorization(call)).toBe(
      'TC3-HMAC-SHA256 Credential=AKID********************************/2019-02-25/cvm/tc3_request, SignedHeaders=content-type;host;x-tc-action, Signature=10b1a37a7301a02ca19a647ad722d5e43b4b3cff309d421d85b46093f6ab6c4f',
    )
  })
  it('sends what a gateway that checks the signature takes', async () => {
    const hash = (text: string): string => createHash('sha256').update(text).digest('hex')
    const mac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
    answer = ({ headers, body }) => {
      const day = new Date(Number(headers['x-tc-timestamp']) * 1000).toISOString().slice(0, 10)
      const canonical = `POST\n/\n\ncontent-type:${headers['content-type']}\nhost:${headers.host}\nx-tc-action:sendsms\n\ncontent-type;host;x-tc-action\n${hash(body)}`
      const toSign = `TC3-HMAC-SHA256\n${headers['x-tc-timestamp']}\n${day}/sms/tc3_request\n${hash(canonical)}`
      const expected = mac(mac(mac(mac('TC3testSecret', day), 'sms'), 'tc3_request'), toSign).toString('hex')
      const given = JSON.parse(body) as Record<string, unknown>
      if (!String(headers.authorization).endsWith(`Signature=${expected}`)) return { Response: { Error: { Code: 'AuthFailure.SignatureFailure', Message: 'no' } } }
      const isRight = JSON.stringify(given.PhoneNumberSet) === '["+8613800001234"]' && JSON.stringify(given.TemplateParamSet) === '["123456"]'
      return { Response: { SendStatusSet: [{ Code: isRight ? 'Ok' : 'InvalidParameterValue', Message: '', SerialNo: '5000:1045710669157053657849499619' }] } }
    }
    expect(await tencent(provider({ vendor: 'tencent' }), sms)).toEqual({ receipt: '5000:1045710669157053657849499619' })
    await expect(tencent(provider({ vendor: 'tencent', secret: 'wrong' }), sms)).rejects.toThrow('AuthFailure')
  })
})
describe('a gateway of the school', () => {
  it('gets text and signature', async () => {
    answer = ({ headers, body }) => {
      const expected = createHmac('sha256', 'testSecret').update(`${headers['x-timestamp']}\n${headers['x-nonce']}\n${body}`).digest('hex')
      return headers['x-signature'] === expected ? { code: 0, id: body } : { code: 401, message: '签名不符' }
    }
    const { receipt } = await http(provider({ vendor: 'http' }), sms)
    expect(JSON.parse(receipt)).toEqual({ mobile: '13800001234', text: '【青蓝】验证码 123456' })
    await expect(http(provider({ vendor: 'http', secret: 'wrong' }), sms)).rejects.toThrow('签名不符')
  })
  it('inside the house is called only where the installation allows it', async () => {
    vi.stubEnv('OUTBOUND_HOSTS', '')
    await expect(http(provider({ vendor: 'http' }), sms)).rejects.toThrow('内部地址')
  })
})
