import { createHmac } from 'node:crypto'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { schoolDate } from '#model/school-time.ts'
import { setParams } from '#modules/message/testing.ts'
import { draftOf, selfOf } from '#modules/student/testing.ts'
import { changeCharges } from '../bills/server/settle.ts'
import { type Answered, provider, type ReceivedRequest } from '../merchants/testing.ts'
import { type PaySchool, paySchool } from '../orders/testing.ts'
import { chargeItem } from '../prices/model/charge-item.ts'
import { receipt } from './model/receipt.ts'
import { runReceipts } from './server/run-receipts.ts'
import { settleReceipts } from './server/settle-receipts.ts'

let s: PaySchool
beforeAll(async () => {
  s = await paySchool()
})
afterAll(async () => {
  await s.close()
  vi.unstubAllEnvs()
})
const MINUTE = 60_000
const ruleOf = (answer: { errors: Array<{ rule: string }> }) => answer.errors[0]?.rule
const receiptsOf = (orderId: string) => s.db.unscoped(receipt).all({ orderId }, { sort: ['createdAt'] })
const paid = async (lines: readonly string[], amount: number, part?: number) => {
  const made = await s.order(lines, amount, part ? { part } : {})
  await s.pay(made.orderNo)
  await s.server.settle()
  return made
}
const refund = async (id: string, amount: number) => {
  const { refundId } = (await s.finance.post<{ refundId: string }>('fee/payOrder/requestRefund', { id, amount, reason: '多缴退回' })).data
  await s.checker.post('fee/refundOrder/approve', { id: refundId })
  await s.server.settle()
}

describe('40-F17 receipts', () => {
  it('kind by item, one per order and kind, however often it is told of', async () => {
    await s.db.update(chargeItem, s.items.exam, { receiptKind: 'settlement' })
    const { id } = await paid([await s.line(5500_00), await s.line(120_00, { item: 'exam' })], 5620_00)
    await Promise.all([settleReceipts(s.db, [id]), settleReceipts(s.db, [id]), s.finance.post('fee/receipt/issue', { orderIds: [id] })])
    await s.server.settle()
    const made = await receiptsOf(id)
    expect(made.map(r => [r.kind, r.amount, r.state, r.items]).sort()).toEqual([
      ['fiscal', 5500_00, 'issued', [{ item: '学费', xn: '2026-2027', amount: 5500_00 }]],
      ['settlement', 120_00, 'issued', [{ item: '考试费', xn: '2026-2027', amount: 120_00 }]],
    ])
    expect(new Set(made.map(r => r.no)).size).toBe(2)
  })
  it('a refund reverses and reissues the rest; the reversed number stays visible', async () => {
    const { id } = await paid([await s.line(800_00)], 800_00)
    const [first] = await receiptsOf(id)
    await refund(id, 300_00)
    expect(await receiptsOf(id)).toMatchObject([
      { id: first?.id, no: first?.no, state: 'reversed', amount: 800_00, reverseNo: expect.stringMatching(/\d/) },
      { state: 'issued', amount: 500_00 },
    ])
    const list = (await s.finance.get<{ result: Array<{ no: string }> }>('fee/receipt/list', { keyword: first?.no })).data
    expect(list.result.map(r => r.no)).toEqual([first?.no])
    await refund(id, 500_00)
    expect((await receiptsOf(id)).map(r => r.state)).toEqual(['reversed', 'reversed'])
  })
  it('a refund of what was paid over leaves the receipt alone: credit is no fee', async () => {
    const { id, orderNo } = await paid([await s.line(150_00)], 150_00)
    await s.tell({ orderNo, merchantNo: 'SB001', amount: 150_00, txnNo: `T${orderNo}` })
    await s.server.settle()
    await refund(id, 150_00)
    expect(await receiptsOf(id)).toMatchObject([{ state: 'issued', amount: 150_00 }])
  })
  it('a charge that falls after it was paid is taken from the latest order first: its receipt is reversed and the rest issued anew, once, also when the money leaves the credit', async () => {
    const line = await s.line(5500_00)
    const [first, second] = [await paid([line], 3000_00, 3000_00), await paid([line], 2500_00)]
    const lower = (amount: number, sourceId: string) => s.db.tx(db => changeCharges(db, { sourceType: 'test', sourceId }, [{ lineId: line, kind: 'charge', amount: -amount }]))
    const shown = async ({ id }: { id: string }) => (await receiptsOf(id)).map(r => [r.state, r.amount])
    await lower(2000_00, 'one')
    await s.server.settle()
    expect([await shown(first), await shown(second)]).toEqual([
      [['issued', 3000_00]],
      [
        ['reversed', 2500_00],
        ['issued', 500_00],
      ],
    ])
    await lower(1000_00, 'two')
    await s.server.settle()
    const left = [
      [
        ['reversed', 3000_00],
        ['issued', 2500_00],
      ],
      [
        ['reversed', 2500_00],
        ['reversed', 500_00],
      ],
    ]
    expect([await shown(first), await shown(second)]).toEqual(left)
    await refund(second.id, 2000_00)
    await refund(first.id, 1000_00)
    expect([await shown(first), await shown(second)]).toEqual(left)
  })
  it('one taken back by hand is issued anew', async () => {
    const { id } = await paid([await s.line(90_00)], 90_00)
    const [first] = await receiptsOf(id)
    expect((await s.finance.post('fee/receipt/reverse', { id: first?.id, reason: '抬头写错' })).code).toBe(200)
    expect(ruleOf(await s.finance.post('fee/receipt/reverse', { id: first?.id, reason: '再来一次' }))).toBe('fee.receipt.state')
    await s.server.settle()
    expect((await receiptsOf(id)).map(r => [r.state, r.reason])).toEqual([
      ['reversed', '抬头写错'],
      ['issued', null],
    ])
  })
  it('as PDF for the student and for finance, as a zip of some days, for nobody else', async () => {
    const { id } = await paid([await s.line(77_00)], 77_00)
    const [row] = await receiptsOf(id)
    const own = (await s.student.get<{ receipts: Array<{ id: string; no: string }> }>('fee/receipt/mine')).data.receipts
    expect(own.find(r => r.id === row?.id)).toMatchObject({ no: row?.no, amount: 77_00, state: 'issued' })
    const pdf = await s.student.get('fee/receipt/minePdf', { id: row?.id })
    expect([pdf.status, pdf.raw.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
    const officer = await s.as({ roles: ['officer'] })
    const { id: other } = (await officer.post<{ id: string }>('base/student/add', draftOf(s.ids.s2301, { name: '沈言' }))).data
    expect((await (await selfOf(s, other)).get('fee/receipt/minePdf', { id: row?.id })).code).toBe(404)
    const day = schoolDate(row?.issuedAt ?? '')
    const zip = await s.finance.post('fee/receipt/zip', { from: day, to: day })
    expect([zip.status, zip.raw.subarray(0, 2).toString()]).toEqual([200, 'PK'])
    expect((await s.student.post('fee/receipt/zip', { from: day, to: day })).code).toBe(403)
    expect(ruleOf(await s.finance.post('fee/receipt/zip', { from: '2020-01-01', to: '2020-01-02' }))).toBe('fee.receipt.none')
  })
})
describe('40-F17 the receipt service', () => {
  let machine: Awaited<ReturnType<typeof provider>>
  let answer: (asked: ReceivedRequest) => Answered
  const numbers = new Map<string, string>()
  /** Answers the same number to the same request. */
  const issues = ({ body }: ReceivedRequest): Answered => {
    const { requestId } = JSON.parse(body) as { requestId: string }
    numbers.set(requestId, numbers.get(requestId) ?? `FS${String(numbers.size + 1).padStart(10, '0')}`)
    return { body: JSON.stringify({ no: numbers.get(requestId), checkCode: 'ab12' }) }
  }
  const live = async (amount: number) => {
    const made = await s.order([await s.line(amount)], amount)
    await s.db.query(sql`update pay_order set is_test = false where id = ${made.id}`)
    await s.pay(made.orderNo)
    await s.server.settle()
    return made
  }
  beforeAll(async () => {
    machine = await provider(asked => answer(asked))
    await setParams(s, 'fee', { receiptService: `${machine.url}/receipts`, receiptKey: s.db.sealed('k1') })
  })
  afterAll(() => machine.close())
  it('refuses: the reason is kept, it is tried again by itself, and issued once the service takes it', async () => {
    answer = () => ({ status: 400, body: JSON.stringify({ message: '票据库存不足' }) })
    const { id } = await live(210_00)
    expect(await receiptsOf(id)).toMatchObject([{ state: 'failed', why: '400 票据库存不足', no: null }])
    answer = issues
    await runReceipts(s.db, Date.now() + 30_000)
    expect((await receiptsOf(id)).map(r => r.state)).toEqual(['failed'])
    await runReceipts(s.db, Date.now() + 2 * MINUTE)
    expect(await receiptsOf(id)).toMatchObject([{ state: 'issued', no: expect.stringMatching(/^FS/), checkCode: 'ab12', why: null }])
    const last = machine.asked.at(-1) as ReceivedRequest
    const signature = createHmac('sha256', 'k1')
      .update(`${String(last.headers['x-timestamp'])}\n${last.body}\n`)
      .digest('hex')
    expect(last.headers['x-signature']).toBe(signature)
  })
  it('is asked again where its answer was lost, and answers the same number; by hand at once', async () => {
    answer = asked => {
      issues(asked)
      return { status: 504, body: 'gateway timeout' }
    }
    const { id } = await live(220_00)
    const [row] = await receiptsOf(id)
    answer = issues
    const before = numbers.size
    expect((await s.finance.post('fee/receipt/retry', { id: row?.id })).code).toBe(200)
    await s.server.settle()
    expect([(await receiptsOf(id)).map(r => r.state), numbers.size]).toEqual([['issued'], before])
  })
  it('reverses there what is reversed here', async () => {
    answer = issues
    const { id } = await live(230_00)
    const [first] = await receiptsOf(id)
    await refund(id, 230_00)
    const asked = machine.asked.map(a => JSON.parse(a.body) as { verb: string; no?: string })
    expect(asked).toContainEqual(expect.objectContaining({ verb: 'reverse', no: first?.no }))
    expect(await receiptsOf(id)).toMatchObject([{ state: 'reversed', reverseNo: expect.stringMatching(/^FS/) }])
  })
  it('40-F19 hears of no test order', async () => {
    const before = machine.asked.length
    const { id } = await paid([await s.line(240_00)], 240_00)
    expect([(await receiptsOf(id))[0]?.no, machine.asked.length]).toEqual([expect.stringMatching(/^TEST/), before])
  })
})
