import fc from 'fast-check'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '#model'
import { type FeeSchool, feeSchool } from '../testing.ts'
import { chargeStandard } from './model/charge-standard.ts'
import { dimensionsOf } from './model/tie.ts'

let s: FeeSchool
beforeAll(async () => {
  s = await feeSchool()
})
afterAll(() => s.close())
type Standard = Row<typeof chargeStandard>
const add = (more: object) => s.finance.post<{ id: string }>('fee/chargeStandard/add', { itemId: s.items.tuition, xn: '2026-2027', amount: 550_000, ...more })
describe('40-F1 the standard of a student', () => {
  it('is the one with most matching dimensions, of equal ones the latest in force, whatever the price list', async () => {
    const one = <T>(value: T) => fc.option(fc.constant(value), { nil: null })
    const draft = fc.record({
      xn: fc.constantFrom('2024-2025', '2025-2026', '2026-2027', '2027-2028'),
      gradeFrom: fc.option(fc.constantFrom(2022, 2023, 2024), { nil: null }),
      gradeTo: fc.option(fc.constantFrom(2022, 2023, 2024), { nil: null }),
      departmentId: fc.option(fc.constantFrom('info', 'art'), { nil: null }),
      educationLevel: fc.option(fc.constantFrom('5', '4'), { nil: null }),
      studentCategory: one('411'),
      amount: fc.integer({ min: 1, max: 900_000 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(draft, { minLength: 1, maxLength: 12 }), async drafts => {
        await s.db.removeWhere(chargeStandard, sql`t.item_id = ${s.items.tuition}`, { as: 't' })
        const kept: Standard[] = []
        for (const { departmentId, ...of } of drafts) {
          const answer = await add({ ...of, departmentId: departmentId && s.ids[departmentId as 'info'] })
          if (answer.code === 200) kept.push(await s.db.unscoped(chargeStandard).one(answer.data.id))
          else expect(answer.errors?.[0]?.rule).toMatch(/fee\.chargeStandard\.(tie|grades)/)
        }
        // a student of 2023 in 软件技术, associate level
        const fits = kept.filter(
          k =>
            k.xn <= '2026-2027' && (k.gradeFrom ?? 0) <= 2023 && (k.gradeTo ?? 9999) >= 2023 && (k.departmentId ?? s.ids.info) === s.ids.info && (k.educationLevel ?? '5') === '5',
        )
        const best = fits.toSorted((a, b) => dimensionsOf(b) - dimensionsOf(a) || (a.xn < b.xn ? 1 : -1))[0]
        const answer = await s.finance.get('fee/chargeStandard/priceOf', { itemId: s.items.tuition, studentId: s.payer.id, xn: '2026-2027' })
        expect(answer.data.amount).toBe(best?.amount ?? null)
        expect(answer.data.standardId).toBe(best?.id ?? null)
      }),
      { numRuns: 12 },
    )
  })
  it('refuses one that could tie with another, naming it and its price, also when both are saved at once', async () => {
    await s.db.removeWhere(chargeStandard, sql`t.item_id = ${s.items.tuition}`, { as: 't' })
    expect((await add({ departmentId: s.ids.info, amount: 480_000 })).code).toBe(200)
    const refused = await add({ educationLevel: '5' })
    expect(refused.errors?.[0]).toMatchObject({ rule: 'fee.chargeStandard.tie', values: { amount: '4,800.00' } })
    expect(refused.msg).toContain('信息工程学院')
    expect((await add({ departmentId: s.ids.info, educationLevel: '5' })).code).toBe(200)
    const both = await Promise.all([add({ gradeFrom: 2024, xn: '2027-2028' }), add({ gradeTo: 2026, xn: '2027-2028' })])
    expect(both.map(a => a.code).sort()).toEqual([200, 422])
  })
})
