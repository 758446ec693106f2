import fc from 'fast-check'
import { expect, it } from 'vitest'
import { DAY_MS } from './days.ts'
import { holdsOn, schoolClock, schoolDate, schoolHour, schoolInstant, schoolMs, schoolSecondsText, schoolTimeText, spansOverlap, toSchoolTime } from './school-time.ts'

it('reads a moment as a clock at the school shows it, wherever the program runs', () => {
  const at = '2026-09-13T16:30:15Z'
  expect([schoolDate(at), schoolClock(at), schoolTimeText(at), schoolSecondsText(Date.parse(at)), schoolHour(new Date(at)), toSchoolTime(at)]).toEqual([
    '2026-09-14',
    '00:30',
    '2026-09-14 00:30',
    '2026-09-14 00:30:15',
    0,
    { date: '2026-09-14', time: '00:30' },
  ])
})
it('makes the moment of a date and a time of day, and reads the same back', () => {
  expect([schoolInstant('2026-09-14'), schoolInstant('2026-09-14', '08:30'), schoolMs('2026-09-14', '24:00') - schoolMs('2026-09-14')]).toEqual([
    '2026-09-13T16:00:00.000Z',
    '2026-09-14T00:30:00.000Z',
    DAY_MS,
  ])
  fc.assert(
    fc.property(fc.date({ min: new Date('1992-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }), moment => {
      const zoned = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'short' }).format(moment)
      expect(schoolTimeText(moment)).toBe(zoned)
      expect(schoolInstant(schoolDate(moment), schoolSecondsText(moment).slice(11))).toBe(`${moment.toISOString().slice(0, 19)}.000Z`)
    }),
  )
})
it('ends a span of days with the first day without', () => {
  const [old, heir] = [
    { startDate: '2026-09-01', endDate: '2026-09-14' },
    { startDate: '2026-09-14', endDate: null },
  ]
  expect([holdsOn(old, '2026-09-13'), holdsOn(old, '2026-09-14'), holdsOn(heir, '2026-09-14'), spansOverlap(old, heir), spansOverlap(heir, { ...old, endDate: null })]).toEqual([
    true,
    false,
    true,
    false,
    true,
  ])
})
