import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '#model/days.ts'
import { type Fence, gcj02Of, metresApart, metresFrom, metresOutside, metresOutsideAll, type Spot, spotAt, wgs84Of } from '#model/geo.ts'
import { codeAddress, codeIn } from '#model/scanned-code.ts'
import { addDays, weekdayOf } from '#modules/campus/model/days.ts'
import { codeAt, isFresh, isNumber, isTicket, leftOf, numberAt, rowIn, ticketFor } from '#server/base/rotating-code.ts'
import { isExcused } from './model/excuse.ts'
import { parseFences } from './model/fences.ts'
import { isClockOff, speedBetween } from './model/flags.ts'
import { type Timing, timingProblem, windowsOf } from './model/timing.ts'
import { lackingWays, OWN_WAYS, takenWay } from './model/ways.ts'
import { attendanceOf, NOTHING } from './server/counts.ts'

const CAMPUS = { latitude: 26.5783, longitude: 106.7135 }
const inChina = fc.record({ latitude: fc.double({ min: 20, max: 45, noNaN: true }), longitude: fc.double({ min: 80, max: 125, noNaN: true }) })
const clock = fc.tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 })).map(([h, m]) => `${String(h).padStart(2, '0')}:${String(m).padStart(2, '0')}`)
const base: Timing = {
  repeat: 'daily',
  weekdays: null,
  skipsHolidays: true,
  beginTime: '2026-09-07T00:00:00+08:00',
  endTime: '2026-09-28T23:59:00+08:00',
  openTime: '21:30',
  lateTime: '22:00',
  closeTime: '22:30',
}
const HOLIDAY = '2026-09-15'
const dayOf = (date: string) => ({ weekday: weekdayOf(date), isFree: weekdayOf(date) > 5 || date === HOLIDAY })

describe('dates of a task', () => {
  it('20-SA1 lie wholly inside the window, on wanted weekdays, on no free day, and end after they begin even over midnight', () => {
    fc.assert(
      fc.property(clock, clock, fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }), fc.boolean(), fc.boolean(), (openTime, closeTime, weekdays, isWeekly, skipsHolidays) => {
        fc.pre(openTime !== closeTime)
        const timing: Timing = { ...base, repeat: isWeekly ? 'weekly' : 'daily', openTime, closeTime, lateTime: null, weekdays, skipsHolidays }
        for (const w of windowsOf(timing, dayOf, '2026-12-31')) {
          expect(Date.parse(w.opensAt)).toBeGreaterThanOrEqual(Date.parse(timing.beginTime))
          expect(Date.parse(w.closesAt)).toBeLessThanOrEqual(Date.parse(timing.endTime))
          const hours = (Date.parse(w.closesAt) - Date.parse(w.opensAt)) / HOUR_MS
          expect(hours).toBeGreaterThan(0)
          expect(hours).toBeLessThan(24)
          if (isWeekly) expect(weekdays).toContain(weekdayOf(w.date))
          if (skipsHolidays) expect(dayOf(w.date).isFree).toBe(false)
        }
      }),
    )
  })
  it('20-SA1 are made up to a day and no further, and the calendar decides over the weekday', () => {
    expect(windowsOf(base, dayOf, '2026-09-11').map(w => w.date)).toEqual(['2026-09-07', '2026-09-08', '2026-09-09', '2026-09-10', '2026-09-11'])
    const swapped = (date: string) => (date === '2026-09-20' ? { weekday: 5, isFree: false } : dayOf(date))
    const fridays = windowsOf({ ...base, repeat: 'weekly', weekdays: [5] }, swapped, '2026-12-31').map(w => w.date)
    expect(fridays).toEqual(['2026-09-11', '2026-09-18', '2026-09-20', '2026-09-25'])
    const [night] = windowsOf({ ...base, openTime: '23:30', lateTime: '00:10', closeTime: '00:30' }, dayOf, '2026-09-07')
    expect(night).toEqual({ date: '2026-09-07', opensAt: '2026-09-07T15:30:00.000Z', lateAt: '2026-09-07T16:10:00.000Z', closesAt: '2026-09-07T16:30:00.000Z' })
  })
  it('are refused where the times make no sense', () => {
    const problem = (more: Partial<Timing>) => timingProblem({ ...base, ...more })?.key
    expect([problem({}), problem({ closeTime: '21:30' }), problem({ openTime: null }), problem({ repeat: 'weekly', weekdays: [] }), problem({ lateTime: '20:00' })]).toEqual([
      undefined,
      'closeTime',
      'times',
      'weekdays',
      'lateTime',
    ])
    expect(problem({ repeat: 'once' })).toBe('tooLong')
    expect(problem({ repeat: 'once', lateTime: null, beginTime: '2026-09-07T23:00:00+08:00', endTime: '2026-09-08T01:00:00+08:00' })).toBeUndefined()
  })
})

describe('places', () => {
  it('20-SA4 come back from the Chinese map’s system to within a metre, and the two lie hundreds of metres apart', () => {
    fc.assert(
      fc.property(inChina, spot => {
        expect(metresApart(wgs84Of(gcj02Of(spot)), spot)).toBeLessThan(1)
        expect(metresApart(gcj02Of(spot), spot)).toBeGreaterThan(20)
        expect(metresApart(gcj02Of(spot), spot)).toBeLessThan(1200)
      }),
    )
    expect(gcj02Of({ latitude: 48.85, longitude: 2.35 })).toEqual({ latitude: 48.85, longitude: 2.35 })
  })
  const moved = (from: Spot, east: number, north: number): Spot => ({
    latitude: from.latitude + north / 111_320,
    longitude: from.longitude + east / 111_320 / Math.cos((from.latitude * Math.PI) / 180),
  })
  it('20-SA4 lie outside a circle by their distance less the radius, and inside it by nothing', () => {
    const circle: Fence = { kind: 'circle', ...CAMPUS, radius: 200, system: 'wgs84' }
    fc.assert(
      fc.property(fc.double({ min: 0, max: 5000, noNaN: true }), fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }), (far, angle) => {
        const outside = metresOutside(circle, moved(CAMPUS, far * Math.cos(angle), far * Math.sin(angle)))
        expect(Math.abs(outside - Math.max(0, far - 200))).toBeLessThan(1)
      }),
    )
    expect(metresOutside({ ...circle, ...gcj02Of(CAMPUS), system: 'gcj02' }, moved(CAMPUS, 199, 0))).toBe(0)
  })
  it('20-SA4 lie outside a polygon by the way to its nearest edge, whichever corner is named first', () => {
    const corners = [moved(CAMPUS, -100, -100), moved(CAMPUS, 100, -100), moved(CAMPUS, 100, 100), moved(CAMPUS, -100, 100)]
    fc.assert(
      fc.property(fc.integer({ min: -400, max: 400 }), fc.integer({ min: -400, max: 400 }), fc.integer({ min: 0, max: 3 }), (east, north, turn) => {
        fc.pre(Math.abs(Math.abs(east) - 100) > 1 && Math.abs(Math.abs(north) - 100) > 1)
        const points = [...corners.slice(turn), ...corners.slice(0, turn)]
        const wanted = Math.hypot(Math.max(0, Math.abs(east) - 100), Math.max(0, Math.abs(north) - 100))
        expect(Math.abs(metresOutside({ kind: 'polygon', points, system: 'wgs84' }, moved(CAMPUS, east, north)) - wanted)).toBeLessThan(1)
      }),
    )
  })
  it('20-SA4 take the nearest of several fences; a circle below the least radius, too many and malformed ones are refused', () => {
    const circle = (east: number, radius = 50) => ({ kind: 'circle', ...moved(CAMPUS, east, 0), radius })
    const read = parseFences([circle(0), circle(1000)], 50, 10)
    expect('fences' in read && Math.round(metresOutsideAll(read.fences, moved(CAMPUS, 900, 0)))).toBe(50)
    expect(parseFences([circle(0), circle(0, 49)], 50, 10)).toEqual({ problem: { key: 'fenceSmall', n: 2, radius: 49 } })
    expect(parseFences([circle(0), circle(1), circle(2)], 50, 2)).toEqual({ problem: { key: 'fenceMany', n: 3 } })
    for (const bad of [{ kind: 'circle', latitude: 99, longitude: 0, radius: 60 }, { kind: 'polygon', points: [CAMPUS, CAMPUS] }, 7])
      expect(parseFences([bad], 50, 10)).toEqual({ problem: { key: 'fenceForm', n: 1 } })
  })
})

describe('what is drawn and scanned', () => {
  it('20-SA4 a corner pressed on the plan lies where it was pressed, anywhere on a campus', () => {
    fc.assert(
      fc.property(fc.integer({ min: -5000, max: 5000 }), fc.integer({ min: -5000, max: 5000 }), (east, north) => {
        const [x, y] = metresFrom(CAMPUS, spotAt(CAMPUS, [east, north]))
        expect(Math.hypot(x - east, y - north)).toBeLessThan(0.2)
      }),
    )
  })
  it('20-SA5 the code on the wall is found in what a camera reads, and in nothing else', () => {
    const code = 'a.b+c/d=1'
    expect(codeIn('/signIn/mine', codeAddress('https://school.edu.cn', '/signIn/mine', code))).toBe(code)
    for (const other of ['', 'hello', 'https://school.edu.cn/other?code=1', 'https://school.edu.cn/signIn/mine?code=']) expect(codeIn('/signIn/mine', other)).toBeUndefined()
  })
})
describe('codes of the wall', () => {
  const [secret, id] = ['s'.repeat(40), randomUUID()]
  it('20-SA5 are good in their step and the next, and never after twice that time, nor for another date', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1_000_000_000_000, max: 2_000_000_000_000 }), fc.integer({ min: 0, max: 60_000 }), (at, later) => {
        const code = codeAt(secret, id, 10, at)
        const steps = Math.floor((at + later) / 10_000) - Math.floor(at / 10_000)
        expect(isFresh(secret, code, 10, at + later)).toBe(steps <= 1)
        if (later >= 20_000) expect(isFresh(secret, code, 10, at + later)).toBe(false)
        expect(isFresh('another', code, 10, at)).toBe(false)
        expect(rowIn(code)).toBe(id)
        expect(codeAt(secret, id, 10, at + leftOf(at, 10))).not.toBe(code)
      }),
    )
    for (const bad of ['', 'abc', `${codeAt(secret, id, 10, 0)}A`]) expect(rowIn(bad)).toBeUndefined()
  })
  it('20-SA5 become a ticket that only its own student can use, for a while', () => {
    const [me, other, now] = [randomUUID(), randomUUID(), Date.now()]
    const ticket = ticketFor(secret, me, now + 60_000)
    expect([isTicket(secret, me, ticket, now), isTicket(secret, me, ticket, now + 60_000), isTicket(secret, other, ticket, now), isTicket('another', me, ticket, now)]).toEqual([
      true,
      false,
      false,
      false,
    ])
    expect(isTicket(secret, me, `${(now + 999_999).toString(36)}.${ticket.split('.')[1]}`, now)).toBe(false)
    for (const bad of ['', '.', 'zz', 'NaN.x']) expect(isTicket(secret, me, bad, now)).toBe(false)
  })
  it('20-SA5 have four digits for the room that change with the minute', () => {
    const now = 1_800_000_030_000
    const number = numberAt(secret, now)
    expect(number).toMatch(/^\d{4}$/)
    expect([isNumber(secret, number, now), isNumber(secret, number, now + 60_000), isNumber(secret, number, now + 120_000)]).toEqual([
      true,
      true,
      number === numberAt(secret, now + 120_000),
    ])
  })
})

describe('what is shown', () => {
  const some = fc.subarray([...OWN_WAYS])
  it('is enough with any one of the ways, or with all of them, and names what lacks', () => {
    fc.assert(
      fc.property(fc.subarray([...OWN_WAYS], { minLength: 1 }), some, (wanted, shown) => {
        const any = lackingWays(wanted, 'any', shown)
        expect(any.length === 0).toBe(wanted.some(way => shown.includes(way)))
        const all = lackingWays(wanted, 'all', shown)
        for (const way of all) expect(shown).not.toContain(way)
        if (wanted.every(way => shown.includes(way))) expect(all).toEqual([])
      }),
    )
    // code and number prove the same room
    expect([lackingWays(['qr', 'number', 'photo'], 'all', ['number']), takenWay(['number', 'photo']), takenWay(['qr'])]).toEqual([['photo'], 'several', 'qr'])
  })
  it('20-SA8 looks odd where somebody moved faster than a train or a clock is wrong', () => {
    const at = (minutes: number) => new Date(1_800_000_000_000 + minutes * 60_000).toISOString()
    const there = { latitude: CAMPUS.latitude + 1, longitude: CAMPUS.longitude }
    expect(Math.round(speedBetween({ ...CAMPUS, at: at(0) }, { ...there, at: at(60) }))).toBe(111)
    expect(speedBetween({ ...CAMPUS, at: at(0) }, { ...there, at: at(20) })).toBeGreaterThan(200)
    expect([isClockOff(at(4), Date.parse(at(0)), 5), isClockOff(at(6), Date.parse(at(0)), 5), isClockOff(null, 0, 5)]).toEqual([false, true, false])
  })
  it('20-SA10 is not asked of whom a leave takes away for any part of the time', () => {
    const open = { opensAt: `${addDays('2026-09-07', 0)}T13:30:00Z`, closesAt: '2026-09-07T14:00:00Z' }
    const away = (from: string, to: string) => isExcused(open, [{ from: `2026-09-07T${from}:00Z`, to: `2026-09-07T${to}:00Z` }])
    expect([away('13:45', '20:00'), away('08:00', '13:31'), away('08:00', '13:30'), away('14:00', '20:00')]).toEqual([true, true, false, false])
  })
})

it('a share of attendance is whole only where everybody was there', () => {
  const of = (signed: number) => attendanceOf({ ...NOTHING, total: 2000, signed, absent: 2000 - signed })
  expect([of(1999), of(2000), of(0)]).toEqual([99.9, 100, 0])
})
