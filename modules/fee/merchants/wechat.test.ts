import { createCipheriv, createHash, randomBytes, verify } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import WxPay from 'wechatpay-node-v3'
import { ProviderDown } from './server/providers/adapter.ts'
import { publicKeyOf } from './server/providers/keys.ts'
import { wechat } from './server/providers/wechat.ts'
import { type Answered, type Certificate, certificateChain, charge, merchantFor, provider, type ReceivedRequest, refundAsk } from './testing.ts'

const API_KEY = '0123456789abcdef0123456789abcdef'
const BILL = [
  '\uFEFF交易时间,公众账号ID,商户号,微信订单号,商户订单号,交易状态,订单金额,手续费,微信退款单号,商户退款单号,退款金额',
  '`2026-09-01 08:00:30,`wx1,`1900000001,`4200001,`P20260901A,`SUCCESS,`5500.00,`33.00000,`0,`0,`0.00',
  '`2026-09-01 09:00:30,`wx1,`1900000001,`4200001,`P20260901A,`REFUND,`0.00,`-6.00000,`5000001,`R1,`1000.00',
  '总交易单数,应结订单总金额',
  '`2,`4500.00',
].join('\r\n')
let school: Certificate
let platform: Certificate
/** The vendor's SDK in the place of WeChat's platform, to sign as it does, and in ours, to ask as it does. */
let theirs: WxPay
let sdk: WxPay
let machine: Awaited<ReturnType<typeof provider>>
let isProbe = false
let state = 'SUCCESS'
const serialOf = (c: Certificate) => publicSerial(c.certificate)
const publicSerial = (pem: string) => new WxPay({ appid: 'x', mchid: 'x', publicKey: Buffer.from(pem), privateKey: Buffer.from(pem) }).getSN(pem).toUpperCase()
const transaction = () => ({
  mchid: '1900000001',
  appid: 'wx1',
  out_trade_no: charge.orderNo,
  trade_state: state,
  transaction_id: '4200001',
  success_time: '2026-09-01T08:00:30+08:00',
  amount: { total: 550_000 },
})
const ANSWERS: ReadonlyArray<[RegExp, (asked: ReceivedRequest) => { status?: number; content: object | null }]> = [
  [/^GET .*out-trade-no.*NOSUCH/, () => ({ status: 404, content: { code: 'ORDER_NOT_EXIST', message: '订单不存在' } })],
  [/^GET .*out-trade-no/, () => ({ content: transaction() })],
  [/^POST .*\/close$/, () => (state === 'SUCCESS' ? { status: 400, content: { code: 'ORDERPAID', message: '已支付' } } : { status: 204, content: null })],
  [/^POST .*\/jsapi$/, () => ({ content: { prepay_id: 'wx2026' } })],
  [/^POST .*\/h5$/, () => ({ content: { h5_url: 'https://wx.tenpay.com/cgi-bin/mmpayweb-bin/checkmweb?prepay_id=wx2026' } })],
  [/^POST .*\/native$/, () => ({ content: { code_url: 'weixin://wxpay/bizpayurl?pr=x' } })],
  [/^POST .*\/refunds$/, () => ({ content: { status: 'PROCESSING' } })],
  [/^GET .*\/refunds\//, () => ({ content: { status: 'ABNORMAL' } })],
  [
    /^GET .*tradebill/,
    () => ({ content: { hash_type: 'SHA1', hash_value: createHash('sha1').update(BILL).digest('hex'), download_url: `${machine.url}/v3/billdownload/file?token=t` } }),
  ],
]
const SIGNED = /^WECHATPAY2-SHA256-RSA2048 /
/** Whether a request is signed by the school, as the documentation has it. */
function isBelieved({ method, url, headers, body }: ReceivedRequest): boolean {
  const head = String(headers.authorization ?? '')
  const of = Object.fromEntries([...head.matchAll(/(\w+)="([^"]+)"/g)].map(m => [m[1], m[2]]))
  const text = `${method}\n${url}\n${of.timestamp}\n${of.nonce_str}\n${body}\n`
  return SIGNED.test(head) && of.mchid === '1900000001' && verify('sha256', Buffer.from(text), publicKeyOf(school.certificate), Buffer.from(of.signature ?? '', 'base64'))
}
function signed(body: string): Record<string, string> {
  const [timestamp, nonce] = [String(Math.floor(Date.now() / 1000)), randomBytes(8).toString('hex')]
  const signature = `${isProbe ? 'WECHATPAY/SIGNTEST/' : ''}${theirs.sha256WithRsa(`${timestamp}\n${nonce}\n${body}\n`)}`
  return { 'wechatpay-timestamp': timestamp, 'wechatpay-nonce': nonce, 'wechatpay-serial': serialOf(platform), 'wechatpay-signature': signature }
}
function answer(asked: ReceivedRequest): Answered {
  if (!isBelieved(asked)) return { status: 401, body: '{"code":"SIGN_ERROR"}' }
  if (asked.url.startsWith('/v3/billdownload')) return { body: BILL }
  const [, make] = ANSWERS.find(([pattern]) => pattern.test(`${asked.method} ${asked.url.replace(/\?.*/, '')}`)) ?? []
  const { status = 200, content = null } = make?.(asked) ?? { status: 404, content: { code: 'NOT_FOUND' } }
  const body = content ? JSON.stringify(content) : ''
  return { status, headers: { 'content-type': 'application/json', ...signed(body) }, body }
}
beforeAll(async () => {
  const { leaves } = certificateChain(['1900000001', 'Tenpay.com Root'])
  ;[school, platform] = leaves as [Certificate, Certificate]
  const keys = ({ certificate, privateKey }: Certificate) => ({ publicKey: Buffer.from(certificate), privateKey: Buffer.from(privateKey) })
  theirs = new WxPay({ appid: 'wx1', mchid: '1900000001', ...keys(platform), key: API_KEY })
  sdk = new WxPay({ appid: 'wx1', mchid: '1900000001', ...keys(school), key: API_KEY })
  machine = await provider(answer)
  // the SDK's requests, which name WeChat's own machine, go to this one
  const here = (url: string) => url.replace('https://api.mch.weixin.qq.com', machine.url)
  const call = async (url: string, init: object) => {
    const reply = await fetch(here(url), init)
    return { status: reply.status, data: (await reply.json()) as Record<string, unknown> }
  }
  sdk.createHttp({
    get: (url: string, headers: Record<string, string>) => call(url, { headers }),
    post: (url: string, params: object, headers: Record<string, string>) => call(url, { method: 'POST', headers, body: JSON.stringify(params) }),
  } as never)
})
afterAll(() => machine.close())
const account = () =>
  merchantFor({ provider: 'wechat', merchantNo: '1900000001', appId: 'wx1', gateway: machine.url, ...school, providerKey: platform.certificate, apiKey: API_KEY })
const bodyOf = (asked: ReceivedRequest | undefined) => JSON.parse(asked?.body ?? '{}') as Record<string, unknown>
/** A notice as WeChat sends it: encrypted, then signed by the vendor's SDK. */
function notice(content: object, type = 'TRANSACTION.SUCCESS'): { headers: Record<string, string>; body: Buffer } {
  const nonce = randomBytes(6).toString('hex')
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(API_KEY), Buffer.from(nonce)).setAAD(Buffer.from('transaction'))
  const ciphertext = Buffer.concat([cipher.update(JSON.stringify(content)), cipher.final(), cipher.getAuthTag()]).toString('base64')
  const body = JSON.stringify({ id: 'n', event_type: type, resource: { algorithm: 'AEAD_AES_256_GCM', ciphertext, nonce, associated_data: 'transaction' } })
  return { headers: signed(body), body: Buffer.from(body) }
}

describe('WeChat Pay v3', () => {
  it('and the vendor’s SDK are believed by the same machine, and its answers are what that SDK verifies', async () => {
    state = 'SUCCESS'
    expect((await sdk.query({ out_trade_no: charge.orderNo })) as object).toMatchObject({ status: 200, data: { transaction_id: '4200001' } })
    expect(await wechat.query(account(), charge)).toEqual({ state: 'paid', amount: 550_000, txnNo: '4200001', paidAt: '2026-09-01T00:00:30.000Z' })
    const body = JSON.stringify(transaction())
    const headers = signed(body)
    ;(WxPay as unknown as { certificates: Record<string, string> }).certificates = {
      [serialOf(platform)]: publicKeyOf(platform.certificate).export({ type: 'spki', format: 'pem' }).toString(),
    }
    const [timestamp = '', nonce = '', serial = '', signature = ''] = ['timestamp', 'nonce', 'serial', 'signature'].map(name => headers[`wechatpay-${name}`])
    expect(await sdk.verifySign({ timestamp, nonce, body, serial, signature })).toBe(true)
  })
  it('is not believed when a signature is a probe, or of a key that was not stored', async () => {
    isProbe = true
    await expect(wechat.query(account(), charge)).rejects.toThrow(ProviderDown)
    const probing = notice(transaction())
    expect(() => wechat.parseNotice(account(), probing.headers, probing.body)).toThrow('signature')
    isProbe = false
    const other = certificateChain(['Somebody else']).leaves[0] as Certificate
    await expect(wechat.query({ ...account(), providerKey: other.certificate }, charge)).rejects.toThrow(ProviderDown)
  })
  it('is believed by public key, too, where the key has the number that was stored', async () => {
    const keyed = { ...account(), providerKey: publicKeyOf(platform.certificate).export({ type: 'spki', format: 'pem' }).toString(), providerKeyId: serialOf(platform) }
    expect((await wechat.query(keyed, charge)).state).toBe('paid')
    await expect(wechat.query({ ...keyed, providerKeyId: 'PUB_KEY_ID_1' }, charge)).rejects.toThrow(ProviderDown)
  })
  it('closes what is open, and answers that the order is paid where money came first', async () => {
    expect((await wechat.close(account(), charge)).state).toBe('paid')
    state = 'NOTPAY'
    expect([await wechat.close(account(), charge), await wechat.query(account(), charge)]).toEqual([{ state: 'closed' }, { state: 'waiting' }])
    expect(await wechat.query(account(), { ...charge, orderNo: 'NOSUCH' })).toEqual({ state: 'absent' })
    await expect(wechat.query({ ...account(), merchantNo: '1900000009' }, charge)).rejects.toThrow(ProviderDown)
  })
  it('prepares pages, codes, and what WeChat’s own browser takes, signed as the vendor’s SDK signs it', async () => {
    expect(await wechat.prepay(account(), charge, 'qr')).toEqual({ kind: 'code', text: 'weixin://wxpay/bizpayurl?pr=x' })
    expect(bodyOf(machine.asked.at(-1))).toMatchObject({ out_trade_no: charge.orderNo, amount: { total: 550_000, currency: 'CNY' }, notify_url: 'https://school.example/notify' })
    const h5 = await wechat.prepay(account(), charge, 'h5')
    expect(h5).toMatchObject({ kind: 'link', url: expect.stringContaining('redirect_url=https%3A%2F%2Fschool.example') })
    const made = await wechat.prepay(account(), { ...charge, openId: 'o1' }, 'jsapi')
    if (made.kind !== 'bridge') throw new Error(made.kind)
    const { appId, timeStamp, nonceStr, package: pack, paySign } = made.fields
    expect([bodyOf(machine.asked.at(-1)).payer, paySign]).toEqual([{ openid: 'o1' }, sdk.sha256WithRsa(`${appId}\n${timeStamp}\n${nonceStr}\n${pack}\n`)])
  })
  it('sends notices that are decrypted as by the vendor’s SDK; what was altered is not believed', () => {
    state = 'SUCCESS'
    const { headers, body } = notice(transaction())
    const { resource } = JSON.parse(body.toString()) as { resource: { ciphertext: string; nonce: string; associated_data: string } }
    expect(sdk.decipher_gcm(resource.ciphertext, resource.associated_data, resource.nonce, API_KEY)).toMatchObject({ transaction_id: '4200001' })
    expect(wechat.parseNotice(account(), headers, body)).toMatchObject({
      kind: 'payment',
      orderNo: charge.orderNo,
      merchantNo: '1900000001',
      appId: 'wx1',
      amount: 550_000,
      txnNo: '4200001',
      sentAt: Number(headers['wechatpay-timestamp']) * 1000,
    })
    expect(() => wechat.parseNotice(account(), headers, Buffer.from(body.toString().replace('"n"', '"m"')))).toThrow('signature')
    expect(() => wechat.parseNotice({ ...account(), apiKey: API_KEY.replace('0', '9') }, headers, body)).toThrow('APIv3')
    const refund = notice({ mchid: '1900000001', out_trade_no: charge.orderNo, out_refund_no: 'R1', refund_status: 'SUCCESS' }, 'REFUND.SUCCESS')
    expect(wechat.parseNotice(account(), refund.headers, refund.body)).toMatchObject({ kind: 'refund', refundNo: 'R1' })
    expect([wechat.ack(account(), true).status, JSON.parse(wechat.ack(account(), false).body).code]).toEqual([204, 'FAIL'])
  })
  it('refunds, and says that one cannot go back the way it came', async () => {
    expect(await wechat.refund(account(), charge, refundAsk)).toEqual({ state: 'processing' })
    expect(bodyOf(machine.asked.at(-1))).toMatchObject({ out_refund_no: refundAsk.refundNo, amount: { refund: 100_000, total: 550_000 } })
    expect(await wechat.queryRefund(account(), charge, refundAsk)).toEqual({ state: 'abnormal' })
  })
  it('gives its statement with the digest it names', async () => {
    expect(await wechat.statement(account(), '2026-09-01')).toEqual([
      { kind: 'payment', orderNo: 'P20260901A', txnNo: '4200001', amount: 550_000, fee: 3_300, at: '2026-09-01T00:00:30.000Z' },
      { kind: 'refund', orderNo: 'P20260901A', refundNo: 'R1', txnNo: '5000001', amount: 100_000, fee: -600, at: '2026-09-01T01:00:30.000Z' },
    ])
  })
})
