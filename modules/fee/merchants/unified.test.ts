import { createHash, createHmac, sign as rsaSign, verify } from 'node:crypto'
import smCrypto from 'sm-crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ProviderDown, ProviderRefusal } from './server/providers/adapter.ts'
import { contractOf, type SignKind } from './server/providers/contract.ts'
import { unified } from './server/providers/unified.ts'
import { charge, merchantFor, provider, type ReceivedRequest, refundAsk, rsaPair } from './testing.ts'

const KEY = 'S3cret-of-both'
const [ours, theirs] = [rsaPair(), rsaPair()]
const [ourSm2, theirSm2] = [smCrypto.sm2.generateKeyPairHex(), smCrypto.sm2.generateKeyPairHex()]
/** Another implementation of each signature, in the place of the platform: OpenSSL, and for SM2 the library of another author. */
const MAKERS: Readonly<Record<SignKind, { sign: (text: string) => string; isOurs: (text: string, signature: string) => boolean }>> = {
  MD5: {
    sign: text => createHash('md5').update(`${text}&key=${KEY}`).digest('hex'),
    isOurs: (text, signature) => createHash('md5').update(`${text}&key=${KEY}`).digest('hex') === signature,
  },
  'HMAC-SHA256': {
    sign: text => createHmac('sha256', KEY).update(text).digest('hex').toUpperCase(),
    isOurs: (text, signature) => createHmac('sha256', KEY).update(text).digest('hex').toUpperCase() === signature,
  },
  RSA2: {
    sign: text => rsaSign('sha256', Buffer.from(text), theirs.privateKey).toString('base64'),
    isOurs: (text, signature) => verify('sha256', Buffer.from(text), ours.publicKey, Buffer.from(signature, 'base64')),
  },
  SM2: {
    sign: text => smCrypto.sm2.doSignature(text, theirSm2.privateKey, { hash: true }),
    isOurs: (text, signature) => smCrypto.sm2.doVerifySignature(text, signature, ourSm2.publicKey, { hash: true }),
  },
}
const declaration = (kind: SignKind, more: object = {}) => ({
  sign: { kind, field: 'sign', without: ['sign_type'], ...(kind === 'HMAC-SHA256' ? { encoding: 'HEX' } : {}) },
  fields: {
    merchantNo: 'mch_id',
    orderNo: 'bill_no',
    amount: 'fee',
    title: 'subject',
    state: 'status',
    txnNo: 'trade_no',
    paidAt: 'pay_time',
    payUrl: 'url',
    code: 'code',
    message: 'msg',
    noticeUrl: 'notify',
    refundNo: 'refund_no',
    refundAmount: 'refund_fee',
    refundState: 'refund_status',
    date: 'day',
    rows: 'list',
    kind: 'type',
    nonce: 'nonce',
  },
  fixed: { service: 'school', sign_type: kind },
  paths: { prepay: '/create', query: '/query', close: '/withdraw', refund: '/refund', queryRefund: '/refundQuery', statement: '/statement' },
  values: { ok: ['0'], paid: ['PAID'], closed: ['CLOSED'], absent: ['E404'], refunded: ['DONE'], refundFailed: ['NO'], refundRow: ['R'] },
  ack: { ok: '{"code":"0"}', fail: '{"code":"1"}' },
  ...more,
})
let machine: Awaited<ReturnType<typeof provider>>
let kind: SignKind = 'MD5'
let said: Record<string, string> = {}
const textOf = (of: Record<string, string>) =>
  Object.keys(of)
    .filter(k => !['sign', 'sign_type'].includes(k) && of[k])
    .sort()
    .map(k => `${k}=${of[k]}`)
    .join('&')
const signed = (of: Record<string, string>) => ({ ...of, sign: MAKERS[kind].sign(textOf(of)) })
const given = ({ headers, body }: ReceivedRequest): Record<string, string> =>
  String(headers['content-type']).includes('json') ? (JSON.parse(body) as Record<string, string>) : Object.fromEntries(new URLSearchParams(body))
beforeAll(async () => {
  machine = await provider(asked => {
    const of = given(asked)
    return { body: JSON.stringify(MAKERS[kind].isOurs(textOf(of), of.sign ?? '') ? signed(said) : { code: 'SIGN' }) }
  })
})
afterAll(() => machine.close())
const account = (more: object = {}) =>
  merchantFor({
    ...{ provider: 'unified', merchantNo: 'SCH01', gateway: machine.url, apiKey: KEY, contract: contractOf(JSON.stringify(declaration(kind, more))) },
    ...(kind === 'SM2' ? { privateKey: ourSm2.privateKey, providerKey: theirSm2.publicKey } : { privateKey: ours.privateKey, providerKey: theirs.publicKey }),
  })

describe.each(Object.keys(MAKERS) as SignKind[])('a unified payment platform that signs by %s', name => {
  it('is believed and believes us, in calls and notices; what was altered is not', async () => {
    kind = name
    said = { code: '0', status: 'PAID', fee: '550000', trade_no: 'T1', pay_time: '20260901080030' }
    expect(await unified.query(account(), charge)).toEqual({ state: 'paid', amount: 550_000, txnNo: 'T1', paidAt: '2026-09-01T00:00:30.000Z' })
    expect(given(machine.asked.at(-1) as ReceivedRequest)).toMatchObject({ mch_id: 'SCH01', bill_no: charge.orderNo, service: 'school' })
    const notice = signed({ mch_id: 'SCH01', bill_no: charge.orderNo, fee: '550000', status: 'PAID', trade_no: 'T1' })
    const parse = (of: object) => unified.parseNotice(account(), { 'content-type': 'application/json' }, Buffer.from(JSON.stringify(of)))
    expect(parse(notice)).toEqual({ kind: 'payment', orderNo: charge.orderNo, merchantNo: 'SCH01', amount: 550_000, txnNo: 'T1' })
    for (const bad of [
      { ...notice, fee: '1' },
      { ...notice, sign: '' },
      { ...notice, sign: 'zz' },
    ])
      expect(() => parse(bad)).toThrow('signature')
    await expect(unified.query({ ...account(), apiKey: 'x', privateKey: kind === 'SM2' ? theirSm2.privateKey : theirs.privateKey }, charge)).rejects.toThrow(ProviderDown)
  })
})
describe('a unified payment platform', () => {
  it('is what its declaration says: a cashier or receivables that are pushed, yuan, forms, its own answers', async () => {
    kind = 'MD5'
    said = { code: '0', url: 'https://pay.bank.example/c/1' }
    const plain = account({ unit: 'yuan', format: 'form' })
    expect(await unified.prepay(plain, charge, 'h5')).toEqual({ kind: 'link', url: 'https://pay.bank.example/c/1' })
    expect(given(machine.asked.at(-1) as ReceivedRequest)).toMatchObject({ fee: '5500.00', subject: '学费', notify: 'https://school.example/notify' })
    expect(await unified.prepay(account({ mode: 'push', portal: 'https://pay.bank.example/me' }), charge, 'qr')).toEqual({ kind: 'code', text: 'https://pay.bank.example/me' })
    said = { code: '0' }
    expect([await unified.close(plain, charge), machine.asked.at(-1)?.url]).toEqual([{ state: 'closed' }, '/withdraw'])
    said = { code: 'E404', msg: '没有' }
    expect(await unified.query(plain, charge)).toEqual({ state: 'absent' })
    said = { code: '9', msg: '系统忙' }
    await expect(unified.query(plain, charge)).rejects.toThrow(ProviderRefusal)
    expect([unified.ack(plain, true).body, unified.ack(plain, false).body]).toEqual(['{"code":"0"}', '{"code":"1"}'])
  })
  it('refunds and gives statements', async () => {
    said = { code: '0', refund_status: 'DONE' }
    expect([await unified.refund(account(), charge, refundAsk), await unified.queryRefund(account(), charge, refundAsk)]).toEqual([{ state: 'success' }, { state: 'success' }])
    said = {
      code: '0',
      list: JSON.stringify([
        { bill_no: 'P1', trade_no: 'T1', fee: 550000, pay_time: '2026-09-01 08:00:30' },
        { type: 'R', bill_no: 'P1', refund_no: 'R1', trade_no: 'T2', refund_fee: 100, pay_time: '20260901090000' },
      ]),
    }
    expect(await unified.statement(account(), '2026-09-01')).toMatchObject([
      { kind: 'payment', amount: 550_000, at: '2026-09-01T00:00:30.000Z' },
      { kind: 'refund', refundNo: 'R1', amount: 100 },
    ])
  })
  it('is refused where its declaration lacks or misspells something', () => {
    for (const wrong of [{ fields: { orderNo: 'x' } }, { paths: {} }, { sign: { kind: 'ROT13' } }, { fields: { ...declaration('MD5').fields, colour: 'x' } }, { unit: 'cent' }])
      expect(() => contractOf(JSON.stringify(declaration('MD5', wrong)))).toThrow()
    expect(() => contractOf('nonsense')).toThrow('JSON')
  })
})
