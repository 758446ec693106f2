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
  it('of a year is copied to another, new students’ with the years between, and what the year already has stays', async () => {
    await s.db.removeWhere(chargeStandard, sql`t.item_id = ${s.items.tuition}`, { as: 't' })
    const others = await s.db.unscoped(chargeStandard).count({ xn: '2026-2027' })
    for (const of of [
      { gradeFrom: 2026, gradeTo: 2026, amount: 600_000 },
      { departmentId: s.ids.info, educationLevel: '5' },
      { departmentId: s.ids.info, educationLevel: '5', majorId: s.ids.software },
    ])
      await add(of)
    await add({ xn: '2028-2029', departmentId: s.ids.info, educationLevel: '5', amount: 1 })
    const copy = (from: string, to: string) => s.finance.post<object>('fee/chargeStandard/copyYear', { from, to })
    expect((await copy('2026-2027', '2028-2029')).data).toEqual({ copied: 2 + others, skipped: 1 })
    const of = await s.db.unscoped(chargeStandard).all({ itemId: s.items.tuition, xn: '2028-2029' }, { sort: ['-amount'] })
    expect(of.map(row => [row.amount, row.gradeFrom, row.gradeTo])).toEqual([
      [600_000, 2028, 2028],
      [550_000, null, null],
      [1, null, null],
    ])
    expect((await copy('2026-2027', '2028-2029')).data).toEqual({ copied: 0, skipped: 3 + others })
    expect((await copy('2028-2029', '2026-2027')).errors?.[0]?.rule).toBe('fee.chargeStandard.sameYear')
    expect((await copy('2019-2020', '2026-2027')).errors?.[0]?.rule).toBe('fee.chargeStandard.nothing')
  })
  it('is what the table shows by major and entry year', async () => {
    await s.db.removeWhere(chargeStandard, sql`t.item_id = ${s.items.tuition}`, { as: 't' })
    for (const of of [{ amount: 500_000 }, { majorId: s.ids.software, amount: 510_000 }, { majorId: s.ids.software, gradeFrom: 2026, amount: 600_000 }]) await add(of)
    const { data } = await s.finance.get<{ columns: string[]; rows: Array<{ id: string; cells: Array<{ amount: number }> }> }>('fee/chargeStandard/table', {
      itemId: s.items.tuition,
      xn: '2026-2027',
    })
    expect(data.columns).toEqual(['2026', '2025', '2024', '2023', '2022'])
    expect(data.rows.find(r => r.id === s.ids.software)?.cells.map(c => c.amount)).toEqual([600_000, 510_000, 510_000, 510_000, 510_000])
    expect(data.rows.find(r => r.id === s.ids.design)?.cells.map(c => c.amount)).toEqual(Array(5).fill(500_000))
  })
  it('begins with a school year, and is for finance to set', async () => {
    expect((await add({ xn: '2026-2028', educationLevel: '4' })).errors?.[0]?.rule).toBe('fee.chargeStandard.xn')
    const fdy = await s.as({ roles: ['fdy'] })
    expect((await fdy.post('fee/chargeStandard/add', { itemId: s.items.lodging, xn: '2026-2027', amount: 1 })).code).toBe(403)
  })
})
