import { describe, expect, it } from 'vitest'
import { compensationYears, completedYears, programmeYears, remainingYears, shareOf, sumOf, type TuitionYear, waivedOf } from './model/computation.ts'

const year = (xn: string, more: Partial<TuitionYear> = {}): TuitionYear => ({ xn, paid: 5500_00, reduced: 0, loan: 5500_00, wholeLoan: 8000_00, ...more })
const YEARS = ['2023-2024', '2024-2025']
const total = (years: readonly TuitionYear[], cap: number, isWholeLoan = false): number => sumOf(compensationYears(years, { cap, isWholeLoan }))

describe('the computation of military aid', () => {
  it('40-E3 takes the higher of tuition paid and loan used for it, of each year, up to the cap', () => {
    expect(
      total(
        YEARS.map(xn => year(xn)),
        20_000_00,
      ),
    ).toBe(11_000_00)
    expect(
      total(
        YEARS.map(xn => year(xn, { paid: 23_000_00 })),
        20_000_00,
      ),
    ).toBe(40_000_00)
    expect(
      total(
        YEARS.map(xn => year(xn, { paid: 23_000_00 })),
        16_000_00,
      ),
    ).toBe(32_000_00)
    expect(total([year('2023-2024', { paid: 0 })], 20_000_00)).toBe(5500_00)
  })
  it('40-E3 counts the whole loan of notices before 24 January 2022', () => {
    expect(total([year('2019-2020')], 8000_00, true)).toBe(8000_00)
    expect(total([year('2019-2020')], 8000_00)).toBe(5500_00)
  })
  it('40-E3 never guesses a year that nobody knows', () => {
    const [line] = compensationYears([year('2023-2024', { paid: null })], { cap: 20_000_00, isWholeLoan: false })
    expect(line).toMatchObject({ isKnown: false, amount: 0 })
  })
  it('40-E3 counts completed years before the notice only, up to the length of the programme', () => {
    const years = programmeYears('2023-09-01', 3)
    expect(years).toEqual(['2023-2024', '2024-2025', '2025-2026'])
    expect(completedYears(years, '2025-09-10')).toEqual(YEARS)
    expect(completedYears(years, '2025-03-10')).toEqual(['2023-2024'])
    expect(completedYears(years, '2030-09-10')).toEqual(years)
    expect(completedYears(years, '2025-07-10', xn => (xn === '2024-2025' ? '2025-07-05' : undefined))).toEqual(YEARS)
    expect(programmeYears('2024-03-01', 2.5)).toEqual(['2023-2024', '2024-2025', '2025-2026'])
  })
  it('40-E5 pays an open loan first', () => {
    expect(shareOf(11_000_00, 16_000_00)).toEqual({ toBank: 11_000_00, toStudent: 0 })
    expect(shareOf(40_000_00, 16_000_00)).toEqual({ toBank: 16_000_00, toStudent: 24_000_00 })
    expect(shareOf(11_000_00, 0)).toEqual({ toBank: 0, toStudent: 11_000_00 })
  })
  it('40-E6 covers remaining normal years, beside other reductions', () => {
    expect(remainingYears({ duration: 3, completed: 1, from: '2027-2028' })).toEqual(['2027-2028', '2028-2029'])
    expect(remainingYears({ duration: 3, completed: 3, from: '2027-2028' })).toEqual([])
    expect(waivedOf({ charged: 23_000_00, reduced: 1000_00, cap: 20_000_00 })).toBe(20_000_00)
    expect(waivedOf({ charged: 5500_00, reduced: 1000_00, cap: 20_000_00 })).toBe(4500_00)
    expect(waivedOf({ charged: 5500_00, reduced: 6000_00, cap: 20_000_00 })).toBe(0)
  })
  it('40-E3 40-E5 holds for any amounts: within cap and base, monotone, and shared without loss', () => {
    let seed = 7
    const draw = (most: number): number => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % most
    }
    for (let n = 0; n < 2000; n++) {
      const [paid, loan, wholeLoan, cap, more, open] = [draw(3_000_000), draw(2_000_000), draw(2_500_000), draw(2_500_000), draw(100_000), draw(9_000_000)] as const
      const of = (given: number, isWholeLoan: boolean) => compensationYears([year('2023-2024', { paid: given, loan, wholeLoan })], { cap, isWholeLoan })
      const [line] = of(paid, n % 2 === 0)
      const counted = n % 2 === 0 ? wholeLoan : loan
      expect(line?.amount).toBe(Math.min(Math.max(paid, counted), cap))
      expect(sumOf(of(paid + more, n % 2 === 0))).toBeGreaterThanOrEqual(line?.amount ?? 0)
      const { toBank, toStudent } = shareOf(line?.amount ?? 0, open)
      expect([toBank + toStudent, toBank <= open, toBank >= 0, toStudent >= 0]).toEqual([line?.amount, true, true, true])
    }
  })
})
