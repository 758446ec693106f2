import { describe, expect, it } from 'vitest'
import { reminderMarks } from '#model/reminder-marks.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { isSchoolYear, schoolYearOf } from '#modules/campus/model/school-year.ts'
import { type ChargedStay, chargedMonths, monthsOf, nightsIn } from './model/months.ts'
import { isRemindedOn } from './model/remind.ts'

const XN = '2026-2027'
const RULE = { months: 10, nights: 15 }
const stay = (from: string, until: string | null, more: Partial<ChargedStay> = {}): ChargedStay => ({
  stayId: 'a',
  roomId: 'r1',
  room: '兰苑101',
  standard: 120_000,
  from,
  until,
  ...more,
})
const sum = (months: ReadonlyArray<{ amount: number }>): number => months.reduce((total, m) => total + m.amount, 0)
/** A deterministic pseudo-random sequence. */
function* dice(seed: number): Generator<number> {
  let n = seed
  while (true) {
    n = (n * 1_103_515_245 + 12_345) % 2_147_483_648
    yield n
  }
}
describe('months of a school year', () => {
  it('run from September, also over the turn of the year', () => {
    expect(monthsOf(XN, 10)).toEqual(['2026-09', '2026-10', '2026-11', '2026-12', '2027-01', '2027-02', '2027-03', '2027-04', '2027-05', '2027-06'])
    expect([schoolYearOf('2027-06-30'), schoolYearOf('2027-08-31'), schoolYearOf('2027-09-01')]).toEqual([XN, XN, '2027-2028'])
    expect([isSchoolYear(XN), isSchoolYear('2026-2028'), isSchoolYear('26-27')]).toEqual([true, false, false])
  })
  it('have the nights of the day one moves in, not of the day one moves out', () => {
    expect(nightsIn('2027-02', stay('2027-02-10', '2027-02-12'))).toBe(2)
    expect(nightsIn('2027-02', stay('2026-09-01', null))).toBe(28)
    expect(nightsIn('2026-12', stay('2027-01-01', null))).toBe(0)
  })
  it('20-DF1 counts a month of fifteen nights and none of fourteen', () => {
    expect(chargedMonths(XN, [stay('2026-09-16', '2026-11-16')], RULE).map(m => m.month)).toEqual(['2026-09', '2026-10', '2026-11'])
    expect(chargedMonths(XN, [stay('2026-09-17', '2026-11-15')], RULE).map(m => m.month)).toEqual(['2026-10'])
  })
  it('20-DF1 gives a month with a move to the room with more nights, and counts the nights of both', () => {
    const other = { stayId: 'b', room: '竹苑202', standard: 90_000 }
    const months = chargedMonths(XN, [stay('2026-09-01', '2026-10-12'), stay('2026-10-12', null, other)], RULE)
    expect(months.map(m => m.stayId).join('')).toBe('abbbbbbbbb')
    expect(chargedMonths(XN, [stay('2026-10-01', '2026-10-09'), stay('2026-10-20', '2026-10-28', other)], RULE).map(m => [m.stayId, m.nights])).toEqual([['b', 16]])
  })
  it('20-DF2 costs a full year in one room its standard exactly, whatever the standard', () => {
    const thrown = dice(7)
    for (let n = 0; n < 500; n++) {
      const standard = (thrown.next().value as number) % 400_000
      const perYear = 1 + ((thrown.next().value as number) % 12)
      const months = chargedMonths(XN, [stay('2026-08-25', null, { standard })], { months: perYear, nights: 15 })
      expect([months.length, sum(months)]).toEqual([perYear, standard])
      expect(months.every(m => Number.isInteger(m.amount) && m.amount >= 0)).toBe(true)
    }
  })
  it('20-DF2 never charges more than the dearest room nor a month twice, however often somebody moves', () => {
    const thrown = dice(11)
    const next = (most: number): number => (thrown.next().value as number) % most
    for (let n = 0; n < 300; n++) {
      let day = addDays('2026-08-20', next(60))
      const stays = Array.from({ length: 1 + next(5) }, (_, i) => {
        const from = day
        day = addDays(day, 1 + next(90))
        return stay(from, day, { stayId: `s${i}`, standard: 60_000 + next(10) * 10_001 })
      })
      const months = chargedMonths(XN, stays, RULE)
      expect(new Set(months.map(m => m.month)).size).toBe(months.length)
      expect(sum(months)).toBeLessThanOrEqual(Math.max(...stays.map(s => s.standard)))
      expect(Math.abs(sum(months) - months.reduce((total, m) => total + m.standard, 0) / 10)).toBeLessThanOrEqual(0.5)
    }
  })
})
describe('reminders', () => {
  it('20-DF4 come thirty, seven and one day before, then every fourteenth day, and on no other', () => {
    const rule = { before: reminderMarks('30，7,1'), every: 14 }
    const days = Array.from({ length: 80 }, (_, n) => addDays('2026-09-01', n)).filter(d => isRemindedOn(d, '2026-10-01', rule))
    expect(days).toEqual(['2026-09-01', '2026-09-24', '2026-09-30', '2026-10-15', '2026-10-29', '2026-11-12'])
  })
})
