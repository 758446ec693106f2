import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '#model/days.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { inNight } from '../places/model/night.ts'
import { type HouseNight, levelOf, livedSpan, nightsAway, nightsTouched, stateNow } from './model/nights.ts'
import { isInTime, leavesFor, type TempRequest, timeProblems } from './model/rules.ts'

const DAY0 = '2026-03-02'
const house = (date: string): HouseNight => ({ date, curfew: inNight(date, '23:00'), gateOpening: inNight(date, '06:00') })
const moment = fc.integer({ min: 0, max: 24 * 20 }).map(n => new Date(Date.parse(`${DAY0}T00:00:00+08:00`) + n * HOUR_MS).toISOString())
const span = fc.tuple(moment, fc.integer({ min: 1, max: 24 * 9 })).map(([from, hours]) => ({ from, to: new Date(Date.parse(from) + hours * HOUR_MS).toISOString() }))
const away = (s: { from: string; to: string }): string[] => nightsAway(s, nightsTouched(s).map(house)).map(n => n.date)

describe('nights elsewhere', () => {
  it('20-DT1 are the nights somebody is away for from curfew to gate opening, hour by hour', () => {
    fc.assert(
      fc.property(span, s => {
        const isAway = (at: number): boolean => Date.parse(s.from) <= at && at < Date.parse(s.to)
        const hoursOf = (date: string): number[] => Array.from({ length: 7 }, (_, n) => Date.parse(inNight(date, '23:00')) + n * HOUR_MS)
        const dates = Array.from({ length: 40 }, (_, n) => addDays(DAY0, n - 2))
        expect(away(s)).toEqual(dates.filter(date => hoursOf(date).every(isAway)))
      }),
      { numRuns: 200 },
    )
  })
  it('20-DT5 become fewer, never more, by coming back early', () => {
    fc.assert(
      fc.property(span, moment, (s, backAt) => {
        const lived = livedSpan({ ...s, backAt })
        expect(away(s)).toEqual(expect.arrayContaining(away(lived)))
        expect(Date.parse(lived.to)).toBe(Math.min(Date.parse(s.to), Date.parse(backAt)))
      }),
    )
    expect(livedSpan({ from: 'a', to: 'b', backAt: null })).toEqual({ from: 'a', to: 'b' })
  })
  it('go on to the college beyond what the counsellor decides alone, and stand where their time is', () => {
    expect([levelOf(3, 3), levelOf(4, 3), levelOf(1, 0)]).toEqual(['fdy', 'college', 'college'])
    const s = { from: '2026-03-02T18:00:00+08:00', to: '2026-03-03T12:00:00+08:00' }
    const at = (clock: string) => stateNow(s, Date.parse(clock))
    expect([at('2026-03-02T12:00:00+08:00'), at('2026-03-02T19:00:00+08:00'), at('2026-03-03T13:00:00+08:00')]).toEqual(['approved', 'active', 'closed'])
  })
})

describe('what speaks against them', () => {
  const limits = { maxNights: 7, termNights: 10, submitBefore: '20:00' }
  const asked = (from: string, to: string, more: Partial<TempRequest> = {}): TempRequest => {
    const touched = nightsTouched({ from, to }).map(house)
    const nights = nightsAway({ from, to }, touched)
    return {
      span: { from, to },
      nights,
      touched: touched[0] as HouseNight,
      usedInTerm: 0,
      hasProof: false,
      leaves: [],
      clash: undefined,
      now: Date.parse(`${DAY0}T10:00:00+08:00`),
      ...more,
    }
  }
  const keys = (of: TempRequest): string[] => timeProblems(of, limits).map(p => p.key)
  const [from, to] = [`${DAY0}T18:00:00+08:00`, '2026-03-03T12:00:00+08:00']
  const clock = (text: string): number => Date.parse(`${text}:00+08:00`)
  it('20-DT2 is the hour of the first night, unless a proof is there', () => {
    expect([isInTime(DAY0, '20:00', clock('2026-03-02T19:59')), isInTime(DAY0, '20:00', clock('2026-03-02T20:00'))]).toEqual([true, false])
    expect(keys(asked(from, to, { now: clock('2026-03-02T19:59') }))).toEqual([])
    expect(keys(asked(from, to, { now: clock('2026-03-02T20:00') }))).toEqual(['late'])
    expect(keys(asked(from, to, { now: clock('2026-03-02T23:50'), hasProof: true }))).toEqual([])
    // an emergency can be reported until noon after the night
    expect(keys(asked(from, to, { now: clock('2026-03-03T11:59'), hasProof: true }))).toEqual([])
    expect(keys(asked(from, to, { now: clock('2026-03-03T12:00'), hasProof: true }))).toEqual(['over'])
  })
  it('20-DT3 is leave that covers every one of the nights, alone or together', () => {
    const leaves = [
      { leaveNo: 'QJ1', from: '2026-03-02T08:00:00+08:00', to: '2026-03-03T18:00:00+08:00' },
      { leaveNo: 'QJ2', from: '2026-03-03T18:00:00+08:00', to: '2026-03-04T18:00:00+08:00' },
    ]
    const two = asked(from, '2026-03-04T12:00:00+08:00')
    expect(leavesFor(two.nights, leaves).map(l => l.leaveNo)).toEqual(['QJ1', 'QJ2'])
    expect(leavesFor(two.nights, leaves.slice(0, 1))).toEqual([])
    expect(keys({ ...two, leaves })).toEqual(['onLeave'])
  })
  it('20-DT1 is more than seven nights, or more than ten in a term', () => {
    const seven = asked(from, '2026-03-09T12:00:00+08:00')
    expect([seven.nights.length, keys(seven), keys({ ...seven, usedInTerm: 3 }), keys({ ...seven, usedInTerm: 4 })]).toEqual([7, [], [], ['perTerm']])
    expect(keys(asked(from, '2026-03-10T12:00:00+08:00'))).toEqual(['longest'])
  })
  it('is an end before the beginning, and hours without a whole night', () => {
    expect([keys(asked(to, from)), keys(asked(from, from))]).toEqual([['order'], ['order']])
    expect([keys(asked(`${DAY0}T09:00:00+08:00`, `${DAY0}T22:00:00+08:00`)), keys(asked(`${DAY0}T23:30:00+08:00`, to))]).toEqual([['daytime'], ['daytime']])
  })
})
