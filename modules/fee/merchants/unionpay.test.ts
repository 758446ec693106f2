import { createHash, sign as rsaSign, verify, X509Certificate } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import yazl from 'yazl'
import { DAY_MS } from '#model/days.ts'
import { ProviderDown } from './server/providers/adapter.ts'
import { publicKeyOf } from './server/providers/keys.ts'
import { isTrusted, unionpay } from './server/providers/unionpay.ts'
import { type Certificate, certificateChain, charge, merchantFor, provider, type ReceivedRequest, refundAsk } from './testing.ts'

const OWNER = 'ACP@CFCA@中国银联股份有限公司@00040000'
let [bank, stranger]: Array<ReturnType<typeof certificateChain>> = []
let [school, theirs, neighbour]: Certificate[] = []
let machine: Awaited<ReturnType<typeof provider>>
let [query, refund]: Array<Record<string, string>> = [{}, {}]
let fileContent = ''
let signer: Certificate
/** 5.1.0 in the words of its documentation, apart from the adapter: sorted, SHA-256 in hexadecimal, then RSA-SHA256. */
const digest = (of: Record<string, string>) => {
  const text = Object.keys(of)
    .filter(k => k !== 'signature' && of[k])
    .sort()
    .map(k => `${k}=${of[k]}`)
    .join('&')
  return Buffer.from(createHash('sha256').update(text).digest('hex'))
}
const signed = (of: Record<string, string>, by = signer) => {
  const params = { ...of, signPubKeyCert: by.certificate.trim() }
  return { ...params, signature: rsaSign('sha256', digest(params), by.privateKey).toString('base64') }
}
const formOf = ({ body }: ReceivedRequest) => Object.fromEntries(new URLSearchParams(body))
beforeAll(async () => {
  bank = certificateChain(['school', OWNER, 'ACP@CFCA@别的商户@00050000'])
  ;[school, theirs, neighbour] = bank.leaves
  stranger = certificateChain([OWNER], 'Other Root')
  signer = theirs as Certificate
  machine = await provider(asked => {
    const form = formOf(asked)
    const isBelieved = verify('sha256', digest(form), publicKeyOf(school?.certificate ?? ''), Buffer.from(form.signature ?? '', 'base64'))
    if (!isBelieved || form.certId !== BigInt(`0x${new X509Certificate(school?.certificate ?? '').serialNumber}`).toString()) return { body: 'respCode=11' }
    const said = asked.url.endsWith('queryTrans.do') ? query : asked.url.endsWith('fileTransReq.do') ? { respCode: '00', fileContent } : refund
    return {
      body: Object.entries(signed({ merId: form.merId ?? '', orderId: form.orderId ?? '', ...said }))
        .map(([k, v]) => `${k}=${v}`)
        .join('&'),
    }
  })
})
afterAll(() => machine.close())
const account = () =>
  merchantFor({
    provider: 'unionpay',
    merchantNo: '777290058110097',
    gateway: machine.url,
    isTest: false,
    ...school,
    providerKey: `${bank?.middle.certificate}${bank?.root.certificate}`,
  })

describe('UnionPay 5.1.0', () => {
  it('is asked with the certificate’s number, and says what became of an order', async () => {
    query = { respCode: '00', origRespCode: '00', txnAmt: '550000', queryId: '692609010800301', txnTime: '20260901080030' }
    expect(await unionpay.query(account(), charge)).toEqual({ state: 'paid', amount: 550_000, txnNo: '692609010800301', paidAt: '2026-09-01T00:00:30.000Z' })
    expect(formOf(machine.asked.at(-1) as ReceivedRequest)).toMatchObject({ orderId: charge.orderNo, txnTime: '20260901080000', txnType: '00', signMethod: '01', version: '5.1.0' })
    expect((await unionpay.close(account(), charge)).state).toBe('paid')
    for (const [said, state] of [
      [{ respCode: '34' }, 'absent'],
      [{ respCode: '00', origRespCode: '05' }, 'waiting'],
      [{ respCode: '00', origRespCode: '42' }, 'closed'],
    ] as const) {
      query = said
      expect((await unionpay.query(account(), charge)).state).toBe(state)
    }
    expect((await unionpay.close(account(), charge)).state).toBe('closed')
  })
  it('is believed only with its own certificate, in a chain to a stored root, today', async () => {
    query = { respCode: '34' }
    for (const other of [neighbour, stranger?.leaves[0]] as Certificate[]) {
      signer = other
      await expect(unionpay.query(account(), charge)).rejects.toThrow(ProviderDown)
    }
    signer = theirs as Certificate
    const [own, stored] = [new X509Certificate(signer.certificate), [bank?.middle, bank?.root].map(c => new X509Certificate(c?.certificate ?? ''))]
    const names = ['中国银联股份有限公司']
    expect([isTrusted(own, stored, names), isTrusted(own, stored.slice(0, 1), names), isTrusted(own, stored.slice(1), names)]).toEqual([true, false, false])
    expect([isTrusted(own, stored, names, Date.now() + 91 * DAY_MS), isTrusted(own, [own], names)]).toEqual([false, false])
  })
  it('is sent a page whose form it would believe', async () => {
    const made = await unionpay.prepay(account(), charge, 'h5')
    if (made.kind !== 'form') throw new Error(made.kind)
    expect(verify('sha256', digest(made.fields), publicKeyOf(school?.certificate ?? ''), Buffer.from(made.fields.signature ?? '', 'base64'))).toBe(true)
    expect(made).toMatchObject({
      url: `${machine.url}/frontTransReq.do`,
      fields: { txnAmt: '550000', channelType: '08', payTimeout: '20260901083000', backUrl: 'https://school.example/notify' },
    })
  })
  it('sends notices that are believed by signature and chain; altered or foreign ones are not', () => {
    const form = { txnType: '01', respCode: '00', merId: '777290058110097', orderId: charge.orderNo, txnAmt: '550000', queryId: '692', txnTime: '20260901080030' }
    const parse = (of: Record<string, string>) => unionpay.parseNotice(account(), {}, Buffer.from(new URLSearchParams(of).toString()))
    expect(parse(signed(form))).toEqual({
      kind: 'payment',
      orderNo: charge.orderNo,
      merchantNo: '777290058110097',
      txnNo: '692',
      amount: 550_000,
      paidAt: '2026-09-01T00:00:30.000Z',
    })
    expect(parse(signed({ ...form, txnType: '04', orderId: 'R1' }))).toMatchObject({ kind: 'refund', refundNo: 'R1' })
    expect(parse(signed({ ...form, respCode: '05' })).kind).toBe('other')
    for (const bad of [{ ...signed(form), txnAmt: '1' }, form, signed(form, neighbour), signed(form, stranger?.leaves[0]), { ...signed(form), signPubKeyCert: 'x' }])
      expect(() => parse(bad)).toThrow('signature')
  })
  it('works on refunds until they are done', async () => {
    refund = { respCode: '00' }
    expect(await unionpay.refund(account(), { ...charge, txnNo: '692' }, refundAsk)).toEqual({ state: 'processing' })
    expect(formOf(machine.asked.at(-1) as ReceivedRequest)).toMatchObject({ txnType: '04', origQryId: '692', txnAmt: '100000', orderId: refundAsk.refundNo })
    refund = { respCode: '61', respMsg: '超出限额' }
    expect(await unionpay.refund(account(), charge, refundAsk)).toEqual({ state: 'failed', why: '61 超出限额' })
    query = { respCode: '00', origRespCode: '00' }
    expect((await unionpay.queryRefund(account(), charge, refundAsk)).state).toBe('success')
    query = { respCode: '00', origRespCode: '14', origRespMsg: '无此卡号' }
    expect(await unionpay.queryRefund(account(), charge, refundAsk)).toEqual({ state: 'abnormal', why: '14 无此卡号' })
  })
  it('gives its statement as columns of fixed width in a zip', async () => {
    const widths = [3, 11, 11, 6, 10, 19, 12, 4, 2, 21, 2, 32, 2, 6, 10, 13, 13, 4, 15, 2]
    const line = (cells: Record<number, string>) => widths.map((w, n) => (cells[n] ?? '').padEnd(w)).join(' ')
    const file = new yazl.ZipFile()
    const lines = [
      line({ 0: 'S22', 4: '0901080030', 6: '000000550000', 9: '692', 11: 'P20260901A', 15: 'D000000003300', 19: '01' }),
      line({ 0: 'S30', 4: '0901090000', 6: '000000100000', 9: '693', 11: 'R1', 15: 'C000000000000', 19: '04' }),
    ]
    file.addBuffer(Buffer.from(lines.join('\r\n')), 'INN26090188ZM_777290058110097')
    file.addBuffer(Buffer.from('ignored'), 'INN26090188ZME_777290058110097')
    file.end()
    const parts: Buffer[] = []
    for await (const part of file.outputStream) parts.push(part as Buffer)
    fileContent = deflateSync(Buffer.concat(parts)).toString('base64')
    const rows = [
      { kind: 'payment', orderNo: 'P20260901A', txnNo: '692', amount: 550_000, fee: 3_300, at: '2026-09-01T00:00:30.000Z' },
      { kind: 'refund', orderNo: '', refundNo: 'R1', txnNo: '693', amount: 100_000, fee: 0, at: '2026-09-01T01:00:00.000Z' },
    ]
    expect(await unionpay.statement(account(), '2026-09-01')).toEqual(rows)
    expect(await unionpay.statement(account(), '2027-01-01')).toEqual(rows) // settled after New Year
  })
})
