import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '#modules/campus/model/days.ts'
import { furnitureOf, ownPoints, piecesOf, reportUntil } from './model/checklist.ts'
import { daysEarly, isOverstaying, meetInBed, overlap, periodOf } from './model/period.ts'
import { coversNight, expectedOf, PRESENCE_SOURCES, type PresenceSource } from './model/presence.ts'
import { isOpen, type StayState, stayStates } from './model/states.ts'

const DAY0 = '2026-01-01'
const day = fc.integer({ min: 0, max: 400 }).map(n => addDays(DAY0, n))
const span = fc
  .tuple(day, fc.option(fc.integer({ min: 1, max: 300 }), { nil: null }))
  .map(([plannedIn, days]) => ({ plannedIn, plannedOut: days === null ? null : addDays(plannedIn, days) }))
const holds = ({ from, until }: { from: string; until: string | null }, on: string): boolean => from <= on && (until === null || on < until)

describe('the time of a stay', () => {
  it('20-DR1 meets another one exactly on the days both hold the bed', () => {
    fc.assert(
      fc.property(span, span, (a, b) => {
        const days = Array.from({ length: 720 }, (_, n) => addDays(DAY0, n))
        const isShared = days.some(on => holds(periodOf(a), on) && holds(periodOf(b), on))
        expect(overlap(a, b)).toBe(isShared)
        expect(overlap(b, a)).toBe(isShared)
      }),
      { numRuns: 60 },
    )
  })
  it('20-DR1 begins with the day of moving in and lets a bed be promised for after a graduate leaves', () => {
    const graduate = { kind: 'main', state: 'checkedIn', plannedIn: '2023-09-01', plannedOut: '2026-07-01', checkedInOn: '2023-09-02' }
    const fresh = { kind: 'main', state: 'reserved', plannedIn: '2026-08-25', plannedOut: null }
    expect(meetInBed(graduate, fresh)).toBe(false)
    expect(meetInBed({ ...graduate, plannedOut: null }, fresh)).toBe(true)
    expect(meetInBed({ ...graduate, plannedOut: null }, { ...fresh, kind: 'temporary' })).toBe(false)
    expect(meetInBed({ ...graduate, plannedOut: null }, { ...fresh, kind: 'change' })).toBe(true)
    expect(meetInBed({ ...graduate, plannedOut: null, state: 'checkedOut' }, fresh)).toBe(false)
    expect(periodOf({ plannedIn: '2026-09-01', plannedOut: '2026-09-02', checkedInOn: '2026-09-05' })).toEqual({ from: '2026-09-05', until: '2026-09-06' })
    expect(isOverstaying({ state: 'checkedIn', plannedOut: '2026-07-01' }, '2026-07-01')).toBe(true)
    expect(isOverstaying({ state: 'checkedIn', plannedOut: '2026-07-02' }, '2026-07-01')).toBe(false)
  })
  it('20-DR2 counts the days somebody comes early', () => {
    expect(daysEarly('2026-09-01', '2026-08-30')).toBe(2)
    expect(daysEarly('2026-09-01', '2026-09-03')).toBe(0)
  })
})

describe('the states of a stay', () => {
  it('never leave an end, but for undoing a check-out', () => {
    const verbs = ['plan', 'checkIn', 'confirmInventory', 'checkOut', 'cancel', 'undoCheckOut'] as const
    const allowed = (state: StayState) => verbs.filter(verb => stayStates.allows({ state }, verb))
    const states = Object.keys(stayStates.labels) as StayState[]
    for (const from of states.filter(s => !isOpen(s))) expect([from, allowed(from)]).toEqual([from, from === 'checkedOut' ? ['undoCheckOut'] : []])
    expect([allowed('held').includes('checkIn'), allowed('reserved').includes('checkIn')]).toEqual([false, true])
  })
})

describe('the checklist', () => {
  it('20-DR4 names what stays open and keeps nothing that is in order', () => {
    const list = furnitureOf('床、书桌，椅子 床')
    expect(list).toEqual(['床', '书桌', '椅子'])
    expect(ownPoints({ hasKey: true, keyNo: 'A12', pieces: piecesOf(list) })).toEqual([])
    const pieces = piecesOf(list, [
      { item: '椅子', state: 'damaged', note: '少一条腿' },
      { item: '冰箱', state: 'missing', note: null },
    ])
    expect(ownPoints({ hasKey: false, keyNo: 'A12', pieces }).map(p => [p.code, p.note])).toEqual([
      ['key', 'A12'],
      ['furniture', '椅子（少一条腿）'],
    ])
  })
  it('20-DR3 leaves the student three days', () => {
    expect(reportUntil('2026-09-01T08:00:00.000Z', 72)).toBe('2026-09-04T08:00:00.000Z')
  })
})

describe('expected presence', () => {
  const names = Object.keys(PRESENCE_SOURCES) as PresenceSource[]
  it('is decided by the first source that applies', () => {
    fc.assert(
      fc.property(fc.subarray(names), some => {
        const answer = expectedOf(new Map(fc.sample(fc.shuffledSubarray(some, { minLength: some.length }), 1)[0]?.map(s => [s, s])))
        expect(answer.source).toBe(some[0] ?? null)
        expect(answer.expected).toBe(some.length === 0 ? 'expected' : some[0] === 'status' || some[0] === 'stay' ? 'notResident' : 'excused')
      }),
    )
  })
  it('covers nights from the first evening to the morning of the last day', () => {
    const away = { from: '2026-03-02', to: '2026-03-04' }
    expect(['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04'].map(night => coversNight(away, night))).toEqual([false, true, true, false])
  })
})
