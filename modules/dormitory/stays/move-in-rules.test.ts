import { array, assert, constantFrom, integer, property, record } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isNearDay, mayChange, nearestFree, openingFault, slotsOf } from './model/move-in-slots.ts'

const two = (n: number): string => String(n).padStart(2, '0')
const opening = record({ from: integer({ min: 0, max: 20 }), hours: integer({ min: 1, max: 3 }), slotMinutes: constantFrom(10, 15, 20, 30, 60) }).map(
  ({ from, hours, slotMinutes }) => ({ day: '2026-09-01', fromTime: `${two(from)}:00`, toTime: `${two(from + hours)}:00`, slotMinutes, minutes: hours * 60 }),
)
const MINUTE = 60_000

describe('slots of a moving day', () => {
  it('fill the opening from end to end, all of one length, none over another', () => {
    assert(
      property(opening, ({ minutes, ...of }) => {
        const slots = slotsOf(of)
        expect(openingFault(of)).toBeUndefined()
        expect(slots).toHaveLength(minutes / of.slotMinutes)
        expect(slots[0]?.beginAt).toBe(new Date(`${of.day}T${of.fromTime}:00+08:00`).toISOString())
        expect(slots.at(-1)?.endAt).toBe(new Date(`${of.day}T${of.toTime}:00+08:00`).toISOString())
        for (const [n, s] of slots.entries()) {
          expect(Date.parse(s.endAt) - Date.parse(s.beginAt)).toBe(of.slotMinutes * MINUTE)
          if (n) expect(s.beginAt).toBe(slots[n - 1]?.endAt)
        }
      }),
    )
  })
  it('are refused where the opening ends before it begins or leaves a rest', () => {
    const of = { day: '2026-09-01', fromTime: '08:00', toTime: '11:45', slotMinutes: 30 }
    expect([openingFault(of), openingFault({ ...of, toTime: '08:00' }), openingFault({ ...of, toTime: '07:00' })]).toEqual(['uneven', 'order', 'order'])
  })
  it('offers in place of a full one the free ones nearest to it that have not begun, in order of time', () => {
    const all = slotsOf({ day: '2026-09-01', fromTime: '08:00', toTime: '18:00', slotMinutes: 30 })
    assert(
      property(array(integer({ min: 0, max: 2 }), { minLength: 20, maxLength: 20 }), integer({ min: 0, max: 19 }), integer({ min: 0, max: 19 }), (free, wantedAt, nowAt) => {
        const slots = all.map((s, n) => ({ ...s, free: free[n] ?? 0 }))
        const [wanted, now] = [slots[wantedAt], Date.parse(slots[nowAt]?.beginAt ?? '')]
        if (!wanted) return
        const may = slots.filter(s => s.free && Date.parse(s.beginAt) > now)
        const near = nearestFree(slots, wanted, now, 3)
        const far = (s: { beginAt: string }): number => Math.abs(Date.parse(s.beginAt) - Date.parse(wanted.beginAt))
        expect(near).toHaveLength(Math.min(3, may.length))
        expect(near.every(s => may.includes(s))).toBe(true)
        expect(near.map(s => s.beginAt)).toEqual(near.map(s => s.beginAt).sort())
        const worst = Math.max(0, ...near.map(far))
        expect(may.filter(s => !near.includes(s)).every(s => far(s) >= worst)).toBe(true)
      }),
    )
  })
  it('20-DR2 20-DR6 are for days from shortly before the planned one until nobody is waited for any more', () => {
    const near = (day: string): boolean => isNearDay('2026-09-01', day, { early: 2, late: 7 })
    expect([near('2026-08-29'), near('2026-08-30'), near('2026-09-08'), near('2026-09-09')]).toEqual([false, true, true, false])
  })
  it('may be changed until so many minutes before they begin', () => {
    const slot = { beginAt: '2026-09-01T00:00:00.000Z' }
    const at = (time: string): boolean => mayChange(slot, 60, Date.parse(`2026-08-31T${time}Z`))
    expect([at('22:59:59'), at('23:00:00'), at('23:00:01')]).toEqual([true, true, false])
  })
})
