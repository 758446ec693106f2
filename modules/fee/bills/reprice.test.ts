import fc from 'fast-check'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { schoolYear } from '#modules/campus/model/calendar.ts'
import { mismatches } from '#server/ledger/check.ts'
import { chargeStandard } from '../prices/model/charge-standard.ts'
import { type FeeSchool, feeSchool } from '../testing.ts'
import { billLedger } from './model/bill-line.ts'
import { chargeOf, monthsBefore, type PriceFrom, pricesWith } from './model/months.ts'

const XN = '2026-2027'
let s: FeeSchool
beforeAll(async () => {
  s = await feeSchool()
  await s.db.insert(schoolYear, { xn: XN, startDate: '2026-09-01', endDate: '2027-08-31' })
  const price = (majorId: string, amount: number) => s.db.insert(chargeStandard, { itemId: s.items.tuition, xn: '2022-2023', majorId, amount } as never)
  await price(s.ids.software, 550_000)
  await price(s.ids.network, 700_000)
  await price(s.ids.design, 900_000)
})
afterAll(() => s.close())
interface Entry {
  kind: string
  amount: number
}
const entriesOf = async (id: string): Promise<Entry[]> => (await s.finance.get<Entry[]>('fee/billLine/entries', { id })).data.map(({ kind, amount }) => ({ kind, amount }))
const preview = async () => (await s.finance.get<{ digest: string; count: number; more: number; less: number }>('fee/billLine/previewRepricing', { xn: XN })).data
const reprice = async () => s.finance.post('fee/billLine/reprice', { xn: XN, digest: (await preview()).digest })
/** A line that a run issued at a price of the year. */
const issued = (price: number) => s.line(price, { sourceType: 'standard', sourceId: `${s.payer.id}:${s.items.tuition}`, sourceSeq: XN, explain: { price } })
/** The payer studies another major from a day on. */
async function moves(majorId: string, from: string): Promise<void> {
  await s.db.query(sql`update student set major_id = ${majorId} where tenant_id = ${s.tenantId} and id = ${s.payer.id}`)
  await s.db.query(sql`update class_history set "from" = ${from}::date where tenant_id = ${s.tenantId} and student_id = ${s.payer.id} and "to" is null`)
}
describe('40-F5, M5 a later change is a difference by month, rounded once', () => {
  it('counts started months at the old price and rounds once', () => {
    expect([
      monthsBefore('2026-09-01', '2026-09-01', 10),
      monthsBefore('2026-09-01', '2026-12-01', 10),
      monthsBefore('2026-09-01', '2026-12-02', 10),
      monthsBefore('2026-09-01', '2028-01-01', 10),
    ]).toEqual([0, 3, 4, 10])
    const once = (before: number, after: number, used: number, months: number) => chargeOf(pricesWith([{ from: 0, price: before }], used, after), months)
    expect([once(550_000, 800_000, 3, 10), once(100, 200, 1, 3)]).toEqual([725_000, 167])
  })
  it('property: after any changes each month is at the price that held in it, whatever was changed before', () => {
    const change = fc.record({ from: fc.integer({ min: 0, max: 9 }), price: fc.integer({ min: 0, max: 1_000_000 }) })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), fc.array(change, { maxLength: 6 }), (first, changes) => {
        const months: number[] = Array.from({ length: 10 }, () => first)
        let prices: PriceFrom[] = [{ from: 0, price: first }]
        for (const { from, price } of changes) {
          months.fill(price, from)
          prices = pricesWith(prices, from, price)
        }
        expect(chargeOf(prices, 10)).toBe(Math.floor(months.reduce((sum, m) => sum + m, 0) / 10 + 0.5))
      }),
    )
  })
  it('previews what changed, books the difference once, and starts a second change in the year from the first; no charge is edited', async () => {
    const line = await issued(550_000)
    await moves(s.ids.network, '2026-12-01')
    const { digest, ...found } = await preview()
    expect(found).toMatchObject({ count: 1, more: 105_000, less: 0 })
    const both = await Promise.all([1, 2].map(() => s.finance.post('fee/billLine/reprice', { xn: XN, digest })))
    expect(both.map(b => b.code).sort()).toEqual([200, 422])
    await moves(s.ids.design, '2027-03-01')
    expect((await reprice()).code).toBe(200)
    expect(await entriesOf(line)).toEqual([
      { kind: 'charge', amount: 550_000 },
      { kind: 'charge', amount: 105_000 }, // 3 months at 5,500, 7 at 7,000
      { kind: 'charge', amount: 80_000 }, // the last 4 of them at 9,000
    ])
    expect(await preview()).toMatchObject({ count: 0 })
    const [standard] = await s.db.unscoped(chargeStandard).all({ majorId: s.ids.design })
    await s.db.update(chargeStandard, standard?.id ?? '', { amount: 800_000 })
    expect(await preview()).toMatchObject({ count: 1, more: 0, less: 40_000 })
    expect(await mismatches(s.db, billLedger)).toEqual([])
  })
})
