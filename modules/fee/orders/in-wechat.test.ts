import { sign, X509Certificate } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Certificate, certificateChain, provider, type ReceivedRequest } from '../merchants/testing.ts'
import { payOrder } from './model/pay-order.ts'
import { type PaySchool, paySchool } from './testing.ts'

let s: PaySchool
let machine: Awaited<ReturnType<typeof provider>>
let merchantId = ''
const CODE = 'code-of-the-browser'
/** WeChat's machines: the official account's, which changes a code for a number once, and the one that takes orders. */
function answerAs(platform: Certificate) {
  const used = new Set<string>()
  return ({ url }: ReceivedRequest) => {
    const { pathname, searchParams } = new URL(url, 'http://x')
    if (pathname === '/sns/oauth2/access_token') {
      const code = searchParams.get('code') ?? ''
      const isGood = code === CODE && searchParams.get('secret') === 'the-app-secret' && !used.has(code)
      used.add(code)
      return { body: JSON.stringify(isGood ? { openid: 'o-payer' } : { errcode: 40163, errmsg: 'code been used' }) }
    }
    const body = JSON.stringify({ prepay_id: 'wx2026' })
    const [timestamp, nonce] = [String(Math.floor(Date.now() / 1000)), 'nonce']
    const signature = sign('sha256', Buffer.from(`${timestamp}\n${nonce}\n${body}\n`), platform.privateKey).toString('base64')
    const serial = new X509Certificate(platform.certificate).serialNumber
    return { body, headers: { 'wechatpay-timestamp': timestamp, 'wechatpay-nonce': nonce, 'wechatpay-serial': serial, 'wechatpay-signature': signature } }
  }
}
beforeAll(async () => {
  s = await paySchool()
  const [school, platform] = certificateChain(['1900000001', 'Tenpay.com Root']).leaves as [Certificate, Certificate]
  machine = await provider(answerAs(platform))
  const keys = {
    privateKey: school.privateKey,
    certificate: school.certificate,
    providerKey: platform.certificate,
    apiKey: '0123456789abcdef0123456789abcdef',
    appSecret: 'the-app-secret',
  }
  const draft = { provider: 'wechat', name: '微信', merchantNo: '1900000001', appId: 'wx1', gateway: machine.url, scenes: ['jsapi', 'qr'], isEnabled: true, mode: 'test' }
  merchantId = (await s.finance.post<{ id: string }>('fee/merchantAccount/add', { ...draft, ...keys })).data.id
})
afterAll(async () => {
  machine.close()
  await s.close()
})
const ruleOf = (answer: { errors: Array<{ rule: string }> }) => answer.errors[0]?.rule
const stateOf = async (idemKey: string) => (await s.db.unscoped(payOrder).find({ idemKey }))?.state

describe('a payer inside WeChat', () => {
  it('is sent to be named, and comes back to the own fees with the mark of this tab', async () => {
    const { url } = (await s.student.get<{ url: string }>('fee/payOrder/askPayer', { merchantId, state: 'mark12345' })).data
    const page = new URL(url)
    expect([page.origin + page.pathname, page.hash]).toEqual(['https://open.weixin.qq.com/connect/oauth2/authorize', '#wechat_redirect'])
    expect(Object.fromEntries(page.searchParams)).toMatchObject({ appid: 'wx1', response_type: 'code', scope: 'snsapi_base', state: 'mark12345' })
    expect(page.searchParams.get('redirect_uri')).toMatch(/\/fee\/mine$/)
    expect(ruleOf(await s.student.get('fee/payOrder/askPayer', { merchantId: s.merchantId, state: 'mark12345' }))).toBe('fee.payOrder.scene') // takes no such payments
    expect(url).not.toContain('the-app-secret')
  })
  it('pays as whom the school’s server was told; without a code, or with one that was used, nothing stays open', async () => {
    const line = await s.line(88_00)
    const at = (idemKey: string, more: object = {}) => s.create([line], 88_00, { merchantId, scene: 'jsapi', idemKey, ...more })
    expect([ruleOf(await at('none-1234')), await stateOf('none-1234')]).toEqual(['fee.payOrder.noCode', 'closed'])
    const made = await at('good-1234', { code: CODE })
    expect(made.data.payload).toMatchObject({ kind: 'bridge', fields: { appId: 'wx1', package: 'prepay_id=wx2026' } })
    const asked = machine.asked.find(a => a.url === '/v3/pay/transactions/jsapi')
    expect(JSON.parse(asked?.body ?? '{}')).toMatchObject({ payer: { openid: 'o-payer' }, amount: { total: 8800 } })
    const second = await s.line(12_00)
    expect(ruleOf(await s.create([second], 12_00, { merchantId, scene: 'jsapi', idemKey: 'used-1234', code: CODE }))).toBe('fee.payOrder.noCode')
    expect(await stateOf('used-1234')).toBe('closed')
  })
})
