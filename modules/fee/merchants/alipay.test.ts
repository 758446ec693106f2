import { sign as rsaSign } from 'node:crypto'
import { AlipaySdk } from 'alipay-sdk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import yazl from 'yazl'
import { ProviderDown } from './server/providers/adapter.ts'
import { alipay, rawNode } from './server/providers/alipay.ts'
import { charge, merchantFor, provider, type ReceivedRequest, refundAsk, rsaPair } from './testing.ts'

const [school, bank] = [rsaPair(), rsaPair()]
let isForged = false
/** Trades as Alipay's machine knows them. */
let trade: Record<string, unknown> = {}
const bare = (pem: string) => pem.replace(/-----[^-]+-----|\s/g, '')
/** Believes a request as the vendor's SDK believes what is signed, and answers as that SDK expects. */
const judge = new AlipaySdk({ appId: '2021000000000001', privateKey: bare(bank.privateKey), keyType: 'PKCS8', alipayPublicKey: bare(school.publicKey) })
const ANSWERS: Readonly<Record<string, (content: Record<string, unknown>) => Record<string, unknown>>> = {
  'alipay.trade.query': () => trade,
  'alipay.trade.close': () => ({ code: '40004', msg: 'Business Failed', sub_code: 'ACQ.TRADE_NOT_EXIST', sub_msg: '交易不存在' }),
  'alipay.trade.precreate': c => ({ code: '10000', msg: 'Success', out_trade_no: c.out_trade_no, qr_code: 'https://qr.alipay.com/bax0' }),
  'alipay.trade.refund': c => ({ code: '10000', msg: 'Success', fund_change: 'Y', refund_fee: c.refund_amount }),
  'alipay.trade.fastpay.refund.query': () => ({ code: '10000', msg: 'Success', refund_status: 'REFUND_SUCCESS' }),
  'alipay.data.dataservice.bill.downloadurl.query': () => ({ code: '10000', msg: 'Success', bill_download_url: `${machine.url}/bill` }),
}
const formOf = ({ url, body }: ReceivedRequest) => Object.fromEntries([...new URL(url, 'http://x').searchParams, ...new URLSearchParams(body)])
let machine: Awaited<ReturnType<typeof provider>>
let zip: Buffer = Buffer.alloc(0)
beforeAll(async () => {
  zip = await zipped()
  machine = await provider(asked => {
    if (asked.url === '/bill') return { body: zip }
    const form = formOf(asked)
    if (!judge.checkNotifySignV2(form)) return { body: '{"error_response":{"code":"40002","sub_code":"isv.invalid-signature"}}' }
    const node = JSON.stringify(ANSWERS[form.method ?? '']?.(JSON.parse(form.biz_content ?? '{}')))
    const key = isForged ? rsaPair().privateKey : bank.privateKey
    const sign = rsaSign('sha256', Buffer.from(node), key).toString('base64')
    return { headers: { 'content-type': 'application/json' }, body: `{"${(form.method ?? '').replaceAll('.', '_')}_response":${node},"sign":"${sign}"}` }
  })
})
afterAll(() => machine.close())
const account = () => merchantFor({ provider: 'alipay', gateway: `${machine.url}/gateway.do`, privateKey: school.privateKey, providerKey: bare(bank.publicKey) })
async function zipped(): Promise<Buffer> {
  const head = '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,订单金额（元）,商家实收（元）,服务费（元）,退款批次号/请求号,备注'
  const rows = [
    '2026090122001\t,P20260901A\t,交易,学费,2026-09-01 08:00:00,2026-09-01 08:00:30,5500.00,5500.00,-33.00,,',
    '2026090122001\t,P20260901A\t,退款,学费,2026-09-01 09:00:00,2026-09-01 09:10:00,-1000.00,-1000.00,6.00,R1,',
  ]
  const file = new yazl.ZipFile()
  file.addBuffer(gbk(['#支付宝业务明细查询', head, ...rows, '#合计'].join('\r\n')), 'detail.csv')
  file.end()
  const parts: Buffer[] = []
  for await (const part of file.outputStream) parts.push(part as Buffer)
  return Buffer.concat(parts)
}
/** Node decodes GBK and does not encode it. */
function gbk(text: string): Buffer {
  const table = new Map<string, number[]>()
  const decoder = new TextDecoder('gbk')
  for (let high = 0x81; high <= 0xfe; high++) for (let low = 0x40; low <= 0xfe; low++) table.set(decoder.decode(Uint8Array.of(high, low)), [high, low])
  return Buffer.from([...text].flatMap(c => ((c.codePointAt(0) ?? 0) < 128 ? [c.charCodeAt(0)] : (table.get(c) ?? [63]))))
}

describe('Alipay', () => {
  it('and the vendor’s SDK are believed by the same machine, and believe its answers', async () => {
    trade = {
      code: '10000',
      msg: 'Success',
      trade_no: '20260901T',
      trade_status: 'TRADE_SUCCESS',
      total_amount: '5500.00',
      send_pay_date: '2026-09-01 08:00:30',
      subject: '含"}{引号',
    }
    const sdk = new AlipaySdk({
      appId: '2021000000000001',
      privateKey: bare(school.privateKey),
      keyType: 'PKCS8',
      alipayPublicKey: bare(bank.publicKey),
      gateway: `${machine.url}/gateway.do`,
    })
    const theirs = await sdk.exec('alipay.trade.query', { bizContent: { out_trade_no: charge.orderNo } }, { validateSign: true })
    expect(theirs).toMatchObject({ code: '10000', tradeNo: '20260901T' })
    expect(await alipay.query(account(), charge)).toEqual({ state: 'paid', amount: 550_000, txnNo: '20260901T', paidAt: '2026-09-01T00:00:30.000Z' })
    expect(JSON.parse(formOf(machine.asked.at(-1) as ReceivedRequest).biz_content ?? '')).toEqual({ out_trade_no: charge.orderNo })
  })
  it('is not believed when somebody else answers', async () => {
    isForged = true
    await expect(alipay.query(account(), charge)).rejects.toThrow(ProviderDown)
    isForged = false
    expect(rawNode('{"a_response":{"x":"}\\"{","y":{"z":1}},"sign":"s"}', 'a_response')).toBe('{"x":"}\\"{","y":{"z":1}}')
  })
  it('knows waiting, closed and absent trades; one that is not there counts as closed', async () => {
    trade = { code: '10000', trade_status: 'WAIT_BUYER_PAY' }
    expect(await alipay.query(account(), charge)).toEqual({ state: 'waiting' })
    trade = { code: '10000', trade_status: 'TRADE_CLOSED' }
    expect(await alipay.query(account(), charge)).toEqual({ state: 'closed' })
    trade = { code: '40004', sub_code: 'ACQ.TRADE_NOT_EXIST' }
    expect([await alipay.query(account(), charge), await alipay.close(account(), charge)]).toEqual([{ state: 'absent' }, { state: 'absent' }])
    trade = { code: '20000', sub_code: 'aop.ACQ.SYSTEM_ERROR' }
    await expect(alipay.query(account(), charge)).rejects.toThrow(ProviderDown)
  })
  it('is sent pages whose form the vendor would believe, and makes a code to scan', async () => {
    for (const [scene, method] of [
      ['h5', 'alipay.trade.wap.pay'],
      ['pc', 'alipay.trade.page.pay'],
    ] as const) {
      const made = await alipay.prepay(account(), charge, scene)
      if (made.kind !== 'form') throw new Error(made.kind)
      expect(judge.checkNotifySignV2(made.fields)).toBe(true)
      expect(judge.checkNotifySignV2({ ...made.fields, biz_content: '{}' })).toBe(false)
      expect([made.fields.method, JSON.parse(made.fields.biz_content ?? '').total_amount, made.fields.notify_url]).toEqual([method, '5500.00', 'https://school.example/notify'])
    }
    expect(await alipay.prepay(account(), charge, 'qr')).toEqual({ kind: 'code', text: 'https://qr.alipay.com/bax0' })
  })
  it('refunds with a number of its own, and says how far a refund is', async () => {
    expect(await alipay.refund(account(), charge, refundAsk)).toEqual({ state: 'success' })
    expect(JSON.parse(formOf(machine.asked.at(-1) as ReceivedRequest).biz_content ?? '')).toMatchObject({ out_request_no: refundAsk.refundNo, refund_amount: '1000.00' })
    expect(await alipay.queryRefund(account(), charge, refundAsk)).toEqual({ state: 'success' })
  })
  it('sends notices that are believed as the vendor’s SDK believes them; what was altered is not', () => {
    const form = {
      app_id: '2021000000000001',
      seller_id: '2088000000000001',
      out_trade_no: charge.orderNo,
      trade_no: '2026T',
      trade_status: 'TRADE_SUCCESS',
      total_amount: '5500.00',
      gmt_payment: '2026-09-01 08:00:30',
      empty: '',
      subject: '学费 & 住宿费',
    }
    const notice = (of: Record<string, string>) => {
      const text = Object.entries(of)
        .filter(([, v]) => v)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([k, v]) => `${k}=${v}`)
        .join('&')
      return { ...of, sign_type: 'RSA2', sign: rsaSign('sha256', Buffer.from(text), bank.privateKey).toString('base64') }
    }
    const vendor = new AlipaySdk({ appId: '2021000000000001', privateKey: bare(school.privateKey), keyType: 'PKCS8', alipayPublicKey: bare(bank.publicKey) })
    const ours = (of: Record<string, string>) => alipay.parseNotice(account(), {}, Buffer.from(new URLSearchParams(of).toString()))
    const plain = Object.fromEntries(Object.entries(notice(form)).filter(([name]) => name !== 'empty'))
    expect(vendor.checkNotifySignV2(plain)).toBe(true)
    expect(ours(notice(form))).toMatchObject({
      kind: 'payment',
      amount: 550_000,
      orderNo: charge.orderNo,
      merchantNo: '2088000000000001',
      appId: '2021000000000001',
      txnNo: '2026T',
    })
    for (const altered of [
      { ...notice(form), total_amount: '1.00' },
      { ...notice(form), sign: '' },
    ])
      expect(() => ours(altered)).toThrow('signature')
    expect(ours(notice({ ...form, refund_fee: '10.00', out_biz_no: 'R1' }))).toMatchObject({ kind: 'refund', refundNo: 'R1' })
    expect(ours(notice({ ...form, trade_status: 'WAIT_BUYER_PAY' })).kind).toBe('other')
    expect(alipay.ack(account(), true).body).toBe('success')
  })
  it('gives its statement as a zip of GBK, with refunds', async () => {
    expect(await alipay.statement(account(), '2026-09-01')).toEqual([
      { kind: 'payment', orderNo: 'P20260901A', txnNo: '2026090122001', amount: 550_000, fee: 3_300, at: '2026-09-01T00:00:30.000Z' },
      { kind: 'refund', orderNo: 'P20260901A', refundNo: 'R1', txnNo: '2026090122001', amount: 100_000, fee: -600, at: '2026-09-01T01:10:00.000Z' },
    ])
  })
})
