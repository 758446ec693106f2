import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ledgerEntry } from '#modules/money/ledger/model/ledger-entry.ts'
import { sandboxTrade } from '../merchants/model/sandbox-trade.ts'
import { merchantOf, sandboxHeaders } from '../merchants/server/api.ts'
import { type PaySchool, paySchool } from './testing.ts'

let s: PaySchool
beforeAll(async () => {
  s = await paySchool()
})
afterAll(() => s.close())
const MINUTE = 60_000
const entries = async (orderId: string) => (await s.db.unscoped(ledgerEntry).all({ sourceType: 'payOrder', sourceId: orderId })).map(e => e.kind)
const txnOf = async (orderNo: string) => (await s.db.unscoped(sandboxTrade).find({ orderNo }))?.txnNo ?? ''

describe('40-F9 a notice is believed only if everything agrees', () => {
  const fresh = async (amount: number) => {
    const line = await s.line(amount)
    return { line, ...(await s.order([line], amount)) }
  }
  const of = ({ orderNo }: { orderNo: string }, amount: number, more: object = {}) => ({ orderNo, merchantNo: 'SB001', amount, txnNo: `T${randomUUID()}`, ...more })
  it.each([
    ['forged: signed with another key', { headers: { 'sandbox-signature': Buffer.from('forged').toString('base64') } }, {}, 'signature'],
    ['altered: other bytes than were signed', { signed: '{}' }, {}, 'signature'],
    ['of another amount', {}, { amount: 1 }, 'amount'],
    ['of another merchant', {}, { merchantNo: 'SB002' }, 'merchant'],
    ['of an unknown order', {}, { orderNo: 'P20260101NOSUCHORDER00' }, 'unknown'],
  ])('%s', async (_how, more, content, outcome) => {
    const made = await fresh(33_00)
    const log = await s.tell(of(made, 33_00, content), more)
    expect(log.status).toBe(400)
    expect([(await s.orderOf(made.id)).state, (await s.lineOf(made.line)).paid]).toEqual(['paying', 0])
    const [last] = await s.db.query<{ outcome: string; body: string }>(sql`select outcome, body from notify_log order by received_at desc limit 1`)
    expect([last?.outcome, Buffer.from(last?.body ?? '', 'base64').toString()]).toEqual([outcome, expect.stringContaining('merchantNo')])
  })
  it('of another time: five minutes are too far', async () => {
    const made = await fresh(34_00)
    const { privateKey } = await merchantOf(s.db, s.merchantId)
    const content = of(made, 34_00)
    const at = (skew: number) => ({ headers: sandboxHeaders(privateKey, JSON.stringify(content), Date.now() + skew) })
    expect([(await s.tell(content, at(-6 * MINUTE))).status, (await s.tell(content, at(6 * MINUTE))).status]).toEqual([400, 400])
    expect((await s.tell(content, at(-4 * MINUTE))).status).toBe(200)
    expect(await s.outcomes(made.orderNo)).toEqual(['time', 'time', 'booked'])
  })
  it('of another school or account: no such address', async () => {
    const made = await fresh(35_00)
    expect((await s.tell(of(made, 35_00), { to: randomUUID() })).status).toBe(404)
    expect((await s.tell(of(made, 35_00), { to: 'nonsense' })).status).toBe(404)
    const second = await s.finance.post<{ id: string }>('fee/merchantAccount/add', {
      provider: 'sandbox',
      name: '另一个',
      merchantNo: 'SB009',
      scenes: ['h5'],
      isEnabled: true,
      mode: 'test',
    })
    // signed by the first provider's key, sent to the second account
    expect((await s.tell(of(made, 35_00), { to: second.data.id })).status).toBe(400)
    expect((await s.orderOf(made.id)).state).toBe('paying')
  })
  it('with the number of a payment that settled another order', async () => {
    const [a, b] = [await fresh(36_00), await fresh(36_00)]
    await s.pay(a.orderNo)
    expect((await s.tell(of(b, 36_00, { txnNo: await txnOf(a.orderNo) }))).status).toBe(400)
    expect([await s.outcomes(b.orderNo), (await s.orderOf(b.id)).state]).toEqual([['foreign'], 'paying'])
  })
  it('and finance is told after five failures in ten minutes, once', async () => {
    const draft = { provider: 'sandbox', name: '告警', merchantNo: 'SB010', scenes: ['h5'], isEnabled: true, mode: 'test' }
    const to = (await s.finance.post<{ id: string }>('fee/merchantAccount/add', draft)).data.id
    const told = async () => {
      await s.server.settle()
      const rows = await s.db.query<{ n: number }>(sql`select count(distinct recipient_id)::int as n from message where event_code = 'fee.noticeFailures' and biz_id = ${to}`)
      return rows[0]?.n
    }
    const failing = async (times: number) => {
      for (let n = 0; n < times; n++) await s.tell({}, { to })
    }
    await failing(4)
    expect(await told()).toBe(0)
    await failing(1)
    expect(await told()).toBe(2) // both people of the finance office
    const [merchant] = await s.db.query(sql`select alarmed_at from merchant_account where id = ${to}`)
    await failing(3)
    expect(await s.db.query(sql`select alarmed_at from merchant_account where id = ${to}`)).toEqual([merchant])
  })
})
describe('40-F10 a notice is handled once', () => {
  it('whoever repeats it, at once or later', async () => {
    const line = await s.line(120_00)
    const made = await s.order([line], 120_00)
    const notice = { orderNo: made.orderNo, merchantNo: 'SB001', amount: 120_00, txnNo: `T${randomUUID()}` }
    const answers = await Promise.all(Array.from({ length: 6 }, () => s.tell(notice)))
    expect(answers.map(a => a.status)).toEqual(Array(6).fill(200))
    expect((await s.tell(notice)).status).toBe(200)
    expect([await entries(made.id), (await s.lineOf(line)).paid]).toEqual([['pay'], 120_00])
    expect((await s.outcomes(made.orderNo)).toSorted()).toEqual([...Array(6).fill('again'), 'booked'])
    const events = await s.db.query(sql`select from outbox where event = 'fee.paid' and payload->>'lineId' = ${line}`)
    expect(events.length).toBeLessThanOrEqual(1)
  })
  it('five notices of one payment change nothing more; a wrong amount or a bad signature settles nothing', async () => {
    const line = await s.line(121_00)
    const five = await s.order([line], 121_00)
    await s.pay(five.orderNo, 'five')
    expect([await entries(five.id), await s.outcomes(five.orderNo)]).toEqual([['pay'], ['booked', 'again', 'again', 'again', 'again']])
    for (const [how, outcome] of [
      ['wrongAmount', 'amount'],
      ['badSignature', 'signature'],
    ] as const) {
      const other = await s.line(50_00)
      const made = await s.order([other], 50_00)
      await s.pay(made.orderNo, how)
      expect([(await s.orderOf(made.id)).state, (await s.lineOf(other)).paid]).toEqual(['paying', 0])
      const [last] = await s.db.query<{ outcome: string }>(sql`select outcome from notify_log order by received_at desc limit 1`)
      expect(last?.outcome).toBe(outcome)
    }
  })
  it('a second payment of a paid order is the payer’s credit, and something for finance to do (40-F11)', async () => {
    const [line, before] = [await s.line(130_00), await s.credit()]
    const made = await s.order([line], 130_00)
    await s.pay(made.orderNo)
    const again = { orderNo: made.orderNo, merchantNo: 'SB001', amount: 130_00, txnNo: `T${randomUUID()}` }
    await Promise.all([s.tell(again), s.tell(again), s.tell(again)])
    expect([(await s.credit()) - before, (await s.lineOf(line)).owed]).toEqual([130_00, 0])
    expect(await s.orderOf(made.id)).toMatchObject({ state: 'paid', received: 260_00, surplus: 130_00 })
    const todos = await s.db.query(sql`select from todo where biz_type = 'payOrder' and biz_id = ${made.id} and state = 'open'`)
    expect(todos.length).toBeGreaterThan(0)
  })
})
