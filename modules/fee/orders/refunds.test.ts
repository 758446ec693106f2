import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mismatches } from '#server/ledger/check.ts'
import { billLedger, creditLedger } from '../bills/model/bill-line.ts'
import { sandboxTrade } from '../merchants/model/sandbox-trade.ts'
import { type PaySchool, paySchool } from './testing.ts'

let s: PaySchool
beforeAll(async () => {
  s = await paySchool()
})
afterAll(() => s.close())
const ruleOf = (answer: { errors: Array<{ rule: string }> }) => answer.errors[0]?.rule
const paid = async (amount: number) => {
  const line = await s.line(amount)
  const made = await s.order([line], amount)
  await s.pay(made.orderNo)
  return { line, ...made }
}
const ask = (id: string, amount: number, more: object = {}, by = s.finance) =>
  by.post<{ refundId: string }>('fee/payOrder/requestRefund', { id, amount, reason: '多缴退回', ...more })
const approve = (id: string, by = s.checker) => by.post('fee/refundOrder/approve', { id })
const isWhole = async () => {
  await s.server.settle()
  const failed = await s.db.query<{ listener: string; error: string }>(sql`select listener, error from event_delivery where tenant_id = ${s.tenantId}`)
  expect([await mismatches(s.db, billLedger), await mismatches(s.db, creditLedger), failed]).toEqual([[], [], []])
}

describe('40-F13 refunds of an order', () => {
  it('race: of two officers who refund 3,000 of 5,000 at once one succeeds, the other is told what is left', async () => {
    const order = await paid(5000_00)
    const both = await Promise.all([ask(order.id, 3000_00), ask(order.id, 3000_00, {}, s.checker)])
    expect(both.map(a => a.code).sort()).toEqual([200, 422])
    const refused = both.find(a => a.code === 422)
    expect(refused?.errors[0]).toMatchObject({ rule: 'fee.payOrder.over', values: { paid: '5,000.00', refunding: '3,000.00', left: '2,000.00' } })
    expect(refused?.msg).toContain('还可退 2,000.00 元')
    expect((await ask(order.id, 2000_00)).code).toBe(200)
    expect(ruleOf(await ask(order.id, 1))).toBe('fee.payOrder.over')
  })
  it('move no money before a second person has checked them (40-M4), then leave the credit, and what it lacks the order’s lines', async () => {
    const order = await paid(800_00)
    const before = await s.credit()
    const { refundId } = (await ask(order.id, 300_00)).data
    expect([(await s.lineOf(order.line)).paid, await s.credit()]).toEqual([800_00, before])
    expect(ruleOf(await approve(refundId, s.finance))).toBe('fee.refundOrder.sameHand')
    expect((await approve(refundId)).code).toBe(200)
    expect(ruleOf(await approve(refundId))).toBe('fee.refundOrder.state')
    await s.server.settle()
    expect(await s.refundOf(refundId)).toMatchObject({ state: 'success', route: 'original' })
    expect(await s.orderOf(order.id)).toMatchObject({ state: 'partRefunded', refunded: 300_00 })
    const taken = 300_00 - Math.min(before, 300_00)
    expect([(await s.lineOf(order.line)).owed, await s.credit()]).toEqual([taken, before - (300_00 - taken)])
    expect((await s.db.unscoped(sandboxTrade).find({ orderNo: order.orderNo }))?.refunds).toMatchObject([{ amount: 300_00 }])
    await isWhole()
  })
  it('of a surplus leave the line alone', async () => {
    const order = await paid(150_00)
    const before = await s.credit()
    await s.tell({ orderNo: order.orderNo, merchantNo: 'SB001', amount: 150_00, txnNo: `T${order.orderNo}` })
    expect((await s.credit()) - before).toBe(150_00)
    const { refundId } = (await ask(order.id, 150_00)).data
    expect(await s.db.query(sql`select from todo where biz_type = 'payOrder' and biz_id = ${order.id} and state = 'open'`)).toEqual([])
    await approve(refundId)
    expect([(await s.lineOf(order.line)).paid, (await s.credit()) - before]).toEqual([150_00, 0])
    await s.server.settle()
    expect(await s.orderOf(order.id)).toMatchObject({ state: 'partRefunded', refunded: 150_00, received: 300_00 })
    await isWhole()
  })
  it('that are not passed may be asked for again', async () => {
    const order = await paid(90_00)
    const { refundId } = (await ask(order.id, 90_00)).data
    expect((await s.checker.post('fee/refundOrder/reject', { id: refundId, why: '金额不对' })).code).toBe(200)
    expect(await s.orderOf(order.id)).toMatchObject({ refunding: 0, state: 'paid' })
    expect((await ask(order.id, 90_00)).code).toBe(200)
  })
  it('after the provider’s window go by bank, with the number of the transfer', async () => {
    const order = await paid(110_00)
    await s.db.query(sql`update pay_order set paid_at = now() - interval '366 days' where id = ${order.id}`)
    expect(ruleOf(await ask(order.id, 110_00, { route: 'original' }))).toBe('fee.payOrder.window')
    const { refundId } = (await ask(order.id, 110_00)).data
    expect((await s.refundOf(refundId)).route).toBe('bank')
    await approve(refundId)
    expect(await s.refundOf(refundId)).toMatchObject({ state: 'accepted' })
    expect(ruleOf(await s.finance.post('fee/refundOrder/payByBank', { id: refundId, slipNo: 'ZZ1' }))).toBe('fee.refundOrder.sameHand')
    expect((await s.checker.post('fee/refundOrder/payByBank', { id: refundId, slipNo: 'ZZ1' })).code).toBe(200)
    expect([await s.refundOf(refundId), await s.orderOf(order.id)]).toMatchObject([{ state: 'success', slipNo: 'ZZ1' }, { state: 'refunded' }])
  })
  it('that the provider refuses for good give the money back to the credit', async () => {
    const order = await paid(70_00)
    const { refundId } = (await ask(order.id, 70_00)).data
    await s.db.query(sql`update sandbox_trade set amount = 1 where order_no = ${order.orderNo}`)
    const before = await s.credit()
    await approve(refundId)
    await s.server.settle()
    // all that was held went out and came back: what the line paid is credit now
    expect([(await s.refundOf(refundId)).state, (await s.credit()) - before, (await s.orderOf(order.id)).refunding]).toEqual(['failed', 70_00 - Math.min(before, 70_00), 0])
    await isWhole()
  })
})
describe('money paid at the counter', () => {
  it('is entered by one and confirmed by another; a slip counts once', async () => {
    const draft = { provider: 'counter', name: '财务处柜台', merchantNo: 'CTR1', scenes: ['counter'], isEnabled: true, mode: 'test' }
    const merchantId = (await s.finance.post<{ id: string }>('fee/merchantAccount/add', draft)).data.id
    const [line, other] = [await s.line(60_00), await s.line(61_00)]
    const of = (lineId: string) => ({ lineIds: [lineId], merchantId, slipNo: 'POS-0001', paidOn: '2026-09-01' })
    const { id } = (await s.finance.post<{ id: string }>('fee/payOrder/recordCounter', of(line))).data
    expect((await s.lineOf(line)).paid).toBe(0)
    expect(ruleOf(await s.finance.post('fee/payOrder/recordCounter', of(other)))).toBe('fee.payOrder.slip')
    expect(ruleOf(await s.finance.post('fee/payOrder/confirmCounter', { id }))).toBe('fee.payOrder.sameHand')
    // money lies at the counter: the payer’s own attempt does not close it
    expect(ruleOf(await s.create([line], 60_00))).toBe('fee.payOrder.elsewhere')
    expect((await s.checker.post<{ state: string }>('fee/payOrder/confirmCounter', { id })).data.state).toBe('paid')
    expect((await s.lineOf(line)).owed).toBe(0)
  })
})
