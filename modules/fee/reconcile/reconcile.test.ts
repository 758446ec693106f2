import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#modules/campus/model/days.ts'
import { today } from '#server/base/today.ts'
import { mismatches } from '#server/ledger/check.ts'
import { billLedger, creditLedger } from '../bills/model/bill-line.ts'
import { sandboxTrade } from '../merchants/model/sandbox-trade.ts'
import { orderPayment } from '../orders/model/pay-order.ts'
import type { DIFF_KINDS } from './model/recon-diff.ts'
import { type ReconSchool, reconSchool, YESTERDAY } from './testing.ts'

let s: ReconSchool
beforeAll(async () => {
  s = await reconSchool()
  await s.db.query(sql`update merchant_account set created_at = created_at - interval '9 days' where id = ${s.merchantId}`)
})
afterAll(() => s.close())
const ruleOf = (answer: { errors: Array<{ rule: string }> }) => answer.errors[0]?.rule
const BEFORE = addDays(YESTERDAY, -1)
const skew = (kind: keyof typeof DIFF_KINDS, bizDate = YESTERDAY, count = 1) => s.finance.post('fee/reconDay/skewStatement', { merchantId: s.merchantId, bizDate, kind, count })
const isWhole = async () => expect([await mismatches(s.db, billLedger), await mismatches(s.db, creditLedger)]).toEqual([[], []])
/** What is different about one order. */
const diffOf = async (dayId: string, orderNo: string) => {
  const found = (await s.diffsOf(dayId)).find(d => d.orderNo === orderNo)
  if (!found) throw new Error(`no difference of ${orderNo}`)
  return found
}
const clearOf = async (dayId: string) => {
  for (const d of await s.diffsOf(dayId)) if (d.state === 'open') await s.handled(d.id, 'explained')
}
const close = (id: string, by = s.finance) => by.post('fee/reconDay/closeDay', { id })

describe('reconciliation', () => {
  it('40-F8 (acceptance 3) with the query job off, a payment without a notice is theirsOnly the next day, and booking it settles the line', async () => {
    const { line, id, orderNo } = await s.paidOn(YESTERDAY, 5500_00, 'silent')
    expect([(await s.orderOf(id)).state, (await s.lineOf(line)).owed]).toEqual(['paying', 5500_00])
    const dayId = await s.fetched()
    const diff = await diffOf(dayId, orderNo)
    expect(diff).toMatchObject({ kind: 'theirsOnly', flow: 'payment', orderId: id, theirAmount: 5500_00, ourAmount: null, state: 'open' })
    expect((await s.handled(diff.id, 'book')).code).toBe(200)
    expect([(await s.orderOf(id)).state, (await s.lineOf(line)).owed]).toEqual(['paid', 0])
    const [entry] = await s.db.query<{ day: string }>(sql`select biz_date::text as day from ledger_entry where source_type = 'payOrder' and source_id = ${id}`)
    expect(entry?.day).toBe(YESTERDAY) // booked on the day it was paid
    expect(await s.dayOf()).toMatchObject({ diffCount: 0, state: 'open' })
    await isWhole()
  })
  it('matches what agrees, counts both sides and keeps the provider’s fees apart', async () => {
    const made = await s.paidOn(YESTERDAY, 1000_00)
    const { ourCount, ourSum, theirCount, theirSum, feeSum, diffCount } = await s.dayOf(YESTERDAY).then(async () => {
      await s.fetched()
      return s.dayOf()
    })
    expect([ourCount, ourSum, diffCount]).toEqual([theirCount, theirSum, 0])
    expect(feeSum).toBe(33_00 + 6_00)
    expect((await s.db.unscoped(orderPayment).find({ orderId: made.id }))?.fee).toBe(6_00)
  })
  it('40-M4 nothing moves before a second person confirms a difference', async () => {
    const { line, orderNo } = await s.paidOn(YESTERDAY, 310_00, 'silent')
    const { id } = await diffOf(await s.fetched(), orderNo)
    await s.finance.post('fee/reconDiff/propose', { id, handling: 'book', note: '渠道已收款' })
    expect((await s.lineOf(line)).owed).toBe(310_00)
    expect(ruleOf(await s.finance.post('fee/reconDiff/resolve', { id }))).toBe('fee.reconDiff.sameHand')
    expect((await s.checker.post('fee/reconDiff/reject', { id, why: '再查一查' })).code).toBe(200)
    expect(ruleOf(await s.checker.post('fee/reconDiff/resolve', { id }))).toBe('fee.reconDiff.state')
    expect(ruleOf(await s.finance.post('fee/reconDiff/propose', { id, handling: 'reverse', note: '不适用' }))).toBe('fee.reconDiff.handling')
    expect((await s.handled(id, 'book')).code).toBe(200)
    expect((await s.lineOf(line)).owed).toBe(0)
  })
  it('finds what is ours alone, and takes it out of the ledgers where the provider never had it', async () => {
    const { line, id, orderNo } = await s.paidOn(YESTERDAY, 320_00)
    await s.db.updateWhere(sandboxTrade, { orderNo }, { skew: 'omit' })
    const diff = await diffOf(await s.fetched(), orderNo)
    expect(diff).toMatchObject({ kind: 'oursOnly', ourAmount: 320_00, theirAmount: null })
    expect((await s.handled(diff.id, 'reverse')).code).toBe(200)
    expect([(await s.orderOf(id)).state, (await s.lineOf(line)).owed]).toEqual(['refunded', 320_00])
    await isWhole()
  })
  it('40-F11 books what the provider has more of a payment, as credit, and takes out what it has less', async () => {
    const [more, less] = [await s.paidOn(YESTERDAY, 330_00), await s.paidOn(YESTERDAY, 340_00)]
    await s.db.updateWhere(sandboxTrade, { orderNo: more.orderNo }, { skew: 'amount' })
    await s.db.query(sql`update sandbox_trade set amount = 300_00 where order_no = ${less.orderNo}`)
    const [dayId, before] = [await s.fetched(), await s.credit()]
    const [a, b] = [await diffOf(dayId, more.orderNo), await diffOf(dayId, less.orderNo)]
    expect([a, b]).toMatchObject([
      { kind: 'amount', ourAmount: 330_00, theirAmount: 331_00 },
      { kind: 'amount', ourAmount: 340_00, theirAmount: 300_00 },
    ])
    expect([(await s.handled(a.id, 'book')).code, (await s.credit()) - before]).toEqual([200, 1_00])
    await s.handled(b.id, 'reverse')
    expect((await s.orderOf(less.id)).refunded).toBe(40_00)
    await s.finance.post('fee/reconDay/match', { id: dayId })
    expect((await s.dayOf()).diffCount).toBe(0)
    await isWhole()
  })
  it('knows an order that was closed here and paid there, and gives the money back where nobody owes it', async () => {
    const line = await s.line(350_00)
    const { id, orderNo } = await s.order([line], 350_00)
    await s.finance.post('fee/payOrder/closeOrder', { id })
    await s.db.query(sql`update sandbox_trade set state = 'paid', txn_no = 'SBLATE350', paid_at = ${`${YESTERDAY}T04:00:00Z`} where order_no = ${orderNo}`)
    const diff = await diffOf(await s.fetched(), orderNo)
    expect(diff).toMatchObject({ kind: 'state', theirAmount: 350_00 })
    expect((await s.handled(diff.id, 'refund')).code).toBe(200)
    await s.server.settle()
    expect(await s.orderOf(id)).toMatchObject({ state: 'refunded', refunded: 350_00 })
    await isWhole()
  })
  it('matches what lies on the neighbouring day by itself, and settles what was open there', async () => {
    const { orderNo } = await s.paidOn(BEFORE, 360_00)
    await s.db.updateWhere(sandboxTrade, { orderNo }, { skew: 'nextDay' })
    const before = await s.fetched(BEFORE)
    await s.fetched(YESTERDAY)
    expect(await diffOf(before, orderNo)).toMatchObject({ kind: 'crossDay', state: 'done', handling: 'auto' })
    expect((await s.dayOf(BEFORE)).diffCount).toBe(0)
  })
  it('carries a difference to the next day, where it stays open', async () => {
    const { orderNo } = await s.paidOn(addDays(BEFORE, -1), 370_00)
    await s.db.updateWhere(sandboxTrade, { orderNo }, { skew: 'omit' })
    const from = await s.fetched(addDays(BEFORE, -1))
    expect((await s.handled((await diffOf(from, orderNo)).id, 'carry')).code).toBe(200)
    const to = await s.fetched(BEFORE)
    expect(await diffOf(to, orderNo)).toMatchObject({ kind: 'oursOnly', state: 'open', carriedFrom: addDays(BEFORE, -1) })
    expect((await s.dayOf(BEFORE)).diffCount).toBe(1)
    await s.handled((await diffOf(to, orderNo)).id, 'explained')
  })
  it('of refunds: one that is done there is settled here, one that the statement does not have is the payer’s credit again', async () => {
    const made = await s.paidOn(YESTERDAY, 380_00)
    const refundOf = async (amount: number) => {
      const { refundId } = (await s.finance.post<{ refundId: string }>('fee/payOrder/requestRefund', { id: made.id, amount, reason: '多缴' })).data
      await s.checker.post('fee/refundOrder/approve', { id: refundId })
      await s.server.settle()
      await s.db.query(sql`update refund_order set finished_at = finished_at - interval '1 day' where id = ${refundId}`)
      return { id: refundId, no: (await s.refundOf(refundId)).refundNo }
    }
    const [slow, lost] = [await refundOf(100_00), await refundOf(80_00)]
    const kept = [{ refundNo: slow.no, amount: 100_00, txnNo: 'SBR1', at: `${YESTERDAY}T05:00:00.000Z` }]
    await s.db.query(sql`update sandbox_trade set refunds = ${JSON.stringify(kept)}::jsonb where order_no = ${made.orderNo}`)
    await s.db.query(sql`update refund_order set state = 'accepted', next_at = null where id = ${slow.id}`)
    await s.db.query(sql`update pay_order set refunded = refunded - 100_00 where id = ${made.id}`)
    const [dayId, before] = [await s.fetched(), await s.credit()]
    const of = async (no: string) => (await s.diffsOf(dayId)).find(d => d.refundNo === no)
    expect([await of(slow.no), await of(lost.no)]).toMatchObject([
      { kind: 'state', flow: 'refund' },
      { kind: 'oursOnly', flow: 'refund', ourAmount: 80_00 },
    ])
    await s.handled((await of(slow.no))?.id ?? '', 'book')
    expect((await s.refundOf(slow.id)).state).toBe('success')
    await s.handled((await of(lost.no))?.id ?? '', 'reverse')
    expect([(await s.refundOf(lost.id)).state, (await s.credit()) - before]).toEqual(['failed', 80_00])
    expect(await s.orderOf(made.id)).toMatchObject({ state: 'partRefunded', refunded: 100_00, refunding: 100_00 })
    await isWhole()
  })
  it('tries every kind of difference with the simulated provider', async () => {
    await clearOf(await s.fetched(BEFORE))
    await s.paidOn(BEFORE, 41_00)
    await s.paidOn(BEFORE, 42_00)
    await s.paidOn(BEFORE, 43_00)
    for (const kind of ['theirsOnly', 'oursOnly', 'amount', 'crossDay'] as const) expect((await skew(kind, BEFORE)).data).toEqual({ made: 1 })
    const dayId = await s.fetched(BEFORE)
    expect(new Set((await s.diffsOf(dayId)).filter(d => d.state === 'open').map(d => d.kind)).size).toBeGreaterThanOrEqual(3)
    await clearOf(dayId)
  })
})
describe('closing a day', () => {
  it('is refused while a difference is open, and after it is closed, with who closed it and when', async () => {
    const { orderNo } = await s.paidOn(YESTERDAY, 390_00, 'silent')
    const dayId = await s.fetched()
    await Promise.all((await s.diffsOf(dayId)).filter(d => d.state === 'open' && d.orderNo !== orderNo).map(d => s.handled(d.id, 'explained')))
    const refused = await close(dayId)
    expect(refused.errors[0]).toMatchObject({ rule: 'fee.reconDay.differences', values: { day: YESTERDAY, n: 1 } })
    await s.handled((await diffOf(dayId, orderNo)).id, 'book')
    const both = await Promise.all([close(dayId), close(dayId, s.checker)])
    expect(both.map(a => a.code).sort()).toEqual([200, 422])
    const late = both.find(a => a.code === 422)
    expect([ruleOf(late as (typeof both)[number]), late?.msg]).toEqual(['fee.reconDay.closedBy', expect.stringContaining(`${YESTERDAY} 已由`)])
    expect(ruleOf(await s.finance.post('fee/reconDay/fetchStatement', { id: dayId }))).toBe('fee.reconDay.state')
  })
  it('a closed day takes no entry: what is booked for it later moves to the next open one', async () => {
    const { id, orderNo } = await s.paidOn(YESTERDAY, 395_00, 'silent')
    await s.db.query(sql`update recon_day set state = 'open', closed_at = null where merchant_id = ${s.merchantId} and biz_date = ${YESTERDAY}`)
    await s.handled((await diffOf(await s.fetched(), orderNo)).id, 'book') // the ledger's own closed day still stands
    const [entry] = await s.db.query<{ day: string }>(sql`select biz_date::text as day from ledger_entry where source_type = 'payOrder' and source_id = ${id}`)
    expect(entry?.day).toBe(today())
  })
  it('bank arrival is ticked for each settlement; another sum needs a word', async () => {
    const { id, theirSum, feeSum } = await s.dayOf()
    const of = (arrivedSum: number, more: object = {}) => s.finance.post('fee/reconDay/confirmArrival', { id, arrivedOn: today(), arrivedSum, ...more })
    expect(ruleOf(await of(theirSum - feeSum - 1))).toBe('fee.reconDay.arrival')
    expect((await of(theirSum - feeSum)).code).toBe(200)
    expect(await s.dayOf()).toMatchObject({ arrivedOn: today(), arrivedSum: theirSum - feeSum })
  })
})
describe('by the clock', () => {
  it('40-F19 the morning page and the calendar tell test accounts from others', async () => {
    const month = YESTERDAY.slice(0, 7)
    const calendar = (await s.finance.get<{ days: Array<{ bizDate: string; isTest: boolean }>; merchants: object[] }>('fee/reconDay/calendar', { month })).data
    expect(calendar.days.find(d => d.bizDate === YESTERDAY)).toMatchObject({ isTest: true, merchantId: s.merchantId })
    const morning = (await s.finance.get('fee/reconDay/morning')).data
    expect(morning).toMatchObject({ day: YESTERDAY, notArrived: 0 })
    expect((await s.student.get('fee/reconDay/morning')).code).toBe(403)
  })
})
