import { describe, expect, it } from 'vitest'
import { addDays, daysBetween, lastDayOf, monthAfter, weekdayOf } from './days.ts'
import { currentWeek, mondayOf, weekOf } from './week.ts'

describe('days', () => {
  it('are counted across months, leap days and years', () => {
    expect([addDays('2028-02-28', 1), addDays('2026-01-01', -1), daysBetween('2026-12-30', '2027-01-02'), daysBetween('2026-09-14', '2026-09-14')]).toEqual([
      '2028-02-29',
      '2025-12-31',
      3,
      0,
    ])
    expect([lastDayOf('2028-02'), lastDayOf('2026-12'), monthAfter('2026-12-31', 1), monthAfter('2026-01', -1)]).toEqual(['2028-02-29', '2026-12-31', '2027-01', '2025-12'])
  })
  it('have Monday as the first day of the week and Sunday as the last; the current week begins on Sunday', () => {
    expect(['2026-09-14', '2026-09-20'].map(weekdayOf)).toEqual([1, 7])
    expect(['2026-09-14', '2026-09-20', '2026-09-21'].map(mondayOf)).toEqual(['2026-09-14', '2026-09-14', '2026-09-21'])
    expect(weekOf('2026-09-20')).toEqual(['2026-09-14', '2026-09-20'])
    expect([currentWeek('2026-09-19'), currentWeek('2026-09-20')]).toEqual([
      ['2026-09-13', '2026-09-19'],
      ['2026-09-20', '2026-09-26'],
    ])
  })
})
