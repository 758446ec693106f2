import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HOUR_MS } from './days.ts'
import { reminderMarks } from './reminder-marks.ts'
import { type DeadlineClock, timeAfter, timesBetween } from './service-hours.ts'

const at = (text: string): number => Date.parse(`${text}:00+08:00`)
const DAYTIME: DeadlineClock = { from: '08:00', to: '18:00' }
describe('time that counts', () => {
  it('stands still outside service hours, and never for a clock that always runs', () => {
    expect(timeAfter(at('2026-03-02T17:00'), 2 * HOUR_MS, DAYTIME)).toBe(at('2026-03-03T09:00'))
    expect(timeAfter(at('2026-03-02T22:00'), 2 * HOUR_MS, DAYTIME)).toBe(at('2026-03-03T10:00'))
    expect(timeAfter(at('2026-03-02T17:00'), 2 * HOUR_MS, 'always')).toBe(at('2026-03-02T19:00'))
    expect(timesBetween([[at('2026-03-02T17:00'), at('2026-03-03T09:00')]], DAYTIME)).toEqual([2 * HOUR_MS])
    expect(timesBetween([[at('2026-03-02T17:00'), at('2026-03-03T09:00')]], 'always')).toEqual([16 * HOUR_MS])
  })
  it('does not pass on days that are no service days, nor forever where there are none', () => {
    const clock: DeadlineClock = { from: '08:00', to: '18:00', isOpen: date => date !== '2026-03-03' }
    expect(timeAfter(at('2026-03-02T17:00'), 2 * HOUR_MS, clock)).toBe(at('2026-03-04T09:00'))
    expect(timeAfter(at('2026-03-02T17:00'), HOUR_MS, { ...DAYTIME, isOpen: () => false })).toBeGreaterThan(at('2030-01-01T00:00'))
  })
  it('between a moment and its deadline is what the deadline allows', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 30 * 24 * 60 }), fc.integer({ min: 1, max: 20_000 }), (minute, minutes) => {
        const from = at('2026-03-01T00:00') + minute * 60_000
        expect(timesBetween([[from, timeAfter(from, minutes * 60_000, DAYTIME)]], DAYTIME)).toEqual([minutes * 60_000])
      }),
    )
  })
})
describe('reminder marks', () => {
  it('are read as people write them, the largest first', () => {
    expect([reminderMarks('6, 72,24'), reminderMarks('30，7、1'), reminderMarks('3天；7天 7天'), reminderMarks('x,-1,,0'), reminderMarks('')]).toEqual([
      [72, 24, 6],
      [30, 7, 1],
      [7, 3],
      [0],
      [],
    ])
  })
})
