import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { timesBetween } from '#model/service-hours.ts'
import { chooseWorker, isOnShift, type Job, type Worker, withSheet } from './model/choose-worker.ts'
import { clockOf, dueTimes, type Timing } from './model/clock.ts'

const at = (text: string): number => Date.parse(`${text}:00+08:00`)
const iso = (text: string): string => new Date(at(text)).toISOString()
const moment = fc.integer({ min: at('2026-01-01T00:00'), max: at('2027-12-31T00:00') }).map(ms => Math.floor(ms / 60_000) * 60_000)

const SETTINGS = { serviceFrom: '08:00', serviceTo: '18:00', warnPercent: 80, breachTimes: 2 }
const normal: Timing = { respondMin: 120, arriveMin: null, finishMin: 72 * 60, clock: 'serviceHours' }
describe('20-R5 the clock', () => {
  it('counts service hours only, or always; warns at 80 % and reaches the office at twice the time', () => {
    expect(dueTimes(at('2026-09-14T20:00'), 0, normal, SETTINGS)).toMatchObject({
      dueRespond: iso('2026-09-15T10:00'),
      dueArrive: null,
      dueFinish: iso('2026-09-22T10:00'),
    })
    const urgent: Timing = { respondMin: 30, arriveMin: 240, finishMin: 100, clock: 'always' }
    expect(dueTimes(at('2026-09-14T23:50'), 0, urgent, SETTINGS)).toEqual({
      dueRespond: iso('2026-09-15T00:20'),
      dueArrive: iso('2026-09-15T03:50'),
      warnAt: iso('2026-09-15T01:10'),
      dueFinish: iso('2026-09-15T01:30'),
      escalateAt: iso('2026-09-15T03:10'),
    })
  })
  it('neither gains nor loses by standing still, whenever it begins', () => {
    fc.assert(
      fc.property(moment, fc.integer({ min: 0, max: 5000 }), fc.boolean(), (began, stood, isAlways) => {
        const timing: Timing = { ...normal, clock: isAlways ? 'always' : 'serviceHours' }
        const ran = (due: string): number => Math.round((timesBetween([[began, Date.parse(due)]], clockOf(timing, SETTINGS))[0] ?? 0) / 60_000)
        const { dueRespond, warnAt, dueFinish, escalateAt } = dueTimes(began, stood, timing, SETTINGS)
        expect([ran(dueRespond), ran(dueFinish), ran(escalateAt)]).toEqual([120 + stood, 72 * 60 + stood, 144 * 60 + stood])
        expect(warnAt < dueFinish && dueFinish < escalateAt).toBe(true)
      }),
    )
  })
})
const worker = (id: string, more: Partial<Worker> = {}): Worker => ({
  id,
  typeIds: ['water'],
  buildingIds: [],
  shifts: [],
  maxOpen: 3,
  open: 0,
  minutes: 0,
  at: [],
  lastAt: 0,
  ...more,
})
const job: Job = { typeIds: ['tap', 'water'], buildingId: 'b1', minutes: 30, asked: [] }
const now = at('2026-09-14T10:00') // a Monday
const chosen = (workers: readonly Worker[], of: Job = job): string | undefined => {
  const choice = chooseWorker(workers, of, now)
  return 'workerId' in choice ? choice.workerId : choice.reason
}
describe('20-R2 the choice of a worker', () => {
  it('names the first hard rule that leaves nobody', () => {
    expect(chosen([worker('a', { typeIds: ['electric'] })])).toBe('skill')
    expect(chosen([worker('a', { buildingIds: ['b2'] })])).toBe('building')
    expect(chosen([worker('a', { shifts: [{ days: [2], from: '08:00', to: '18:00' }] })])).toBe('shift')
    expect(chosen([worker('a', { open: 3 })])).toBe('full')
    expect(chosen([worker('a')], { ...job, asked: ['a'] })).toBe('asked')
  })
  it('then takes the fewest open minutes, the same building, the least recent', () => {
    expect(chosen([worker('a', { minutes: 60 }), worker('b', { minutes: 30 })])).toBe('b')
    expect(chosen([worker('a', { minutes: 30 }), worker('b', { minutes: 30, at: ['b1'] })])).toBe('b')
    expect(chosen([worker('a', { lastAt: 2 }), worker('b', { lastAt: 1 })])).toBe('b')
  })
  it('20-R8 asks the worker who repaired it before, unless a hard rule forbids it', () => {
    const both = [worker('a'), worker('b', { minutes: 90 })]
    expect(chosen(both, { ...job, preferred: 'b' })).toBe('b')
    expect(chosen([worker('a'), worker('b', { open: 3 })], { ...job, preferred: 'b' })).toBe('a')
  })
  it('knows shifts over midnight', () => {
    const night = [{ days: [1], from: '22:00', to: '06:00' }]
    expect([at('2026-09-14T23:00'), at('2026-09-15T05:59'), at('2026-09-15T06:00'), at('2026-09-14T05:00')].map(t => isOnShift(night, t))).toEqual([true, true, false, false])
  })
  const anyWorker = fc.record({
    id: fc.uuid(),
    typeIds: fc.subarray(['water', 'electric', 'tap']),
    buildingIds: fc.subarray(['b1', 'b2']),
    shifts: fc.subarray([
      { days: [1], from: '08:00', to: '12:00' },
      { days: [2], from: '08:00', to: '12:00' },
    ]),
    maxOpen: fc.integer({ min: 1, max: 12 }),
    open: fc.integer({ min: 0, max: 12 }),
    minutes: fc.integer({ min: 0, max: 300 }),
    at: fc.subarray(['b1', 'b2']),
    lastAt: fc.nat(1000),
  })
  it('never breaks a hard rule, never passes over an emptier worker, and always gives a reason', () => {
    fc.assert(
      fc.property(fc.uniqueArray(anyWorker, { selector: w => w.id, maxLength: 12 }), workers => {
        const choice = chooseWorker(workers, job, now)
        const fits = workers.filter(w => !('reason' in chooseWorker([w], job, now)))
        if ('reason' in choice) {
          expect(fits).toEqual([])
          return
        }
        const picked = workers.find(w => w.id === choice.workerId) as Worker
        expect(fits).toContain(picked)
        expect(picked.open).toBeLessThan(picked.maxOpen)
        expect(Math.min(...fits.map(w => w.minutes))).toBe(picked.minutes)
        expect(choice.why.asked).toBe(fits.length)
      }),
    )
  })
  it('gives a batch to nobody beyond the limit', () => {
    fc.assert(
      fc.property(fc.uniqueArray(anyWorker, { selector: w => w.id, minLength: 1, maxLength: 8 }), fc.integer({ min: 1, max: 60 }), (workers, jobs) => {
        let all: Worker[] = workers
        for (let n = 0; n < jobs; n++) {
          const choice = chooseWorker(all, job, now)
          if ('workerId' in choice) all = all.map(w => (w.id === choice.workerId ? withSheet(w, job, now) : w))
        }
        for (const [n, w] of all.entries()) expect(w.open).toBeLessThanOrEqual(Math.max(w.maxOpen, workers[n]?.open ?? 0))
      }),
    )
  })
})
