import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '#model/days.ts'
import { RIGHT_KINDS, type Right, type Sighting } from './model/evidence.ts'
import { type PresenceFacts, reconcile } from './model/reconcile.ts'

const NOW = Date.UTC(2026, 3, 15, 4)
const LIMITS = { highHours: 6, mediumHours: 24, unknownDays: 3, stayerHours: 24, apartMinutes: 30 }
const hours = (n: number): string => new Date(NOW + n * HOUR_MS).toISOString()
const at = hours(0)
const facts = (more: Partial<PresenceFacts> = {}): PresenceFacts => ({
  status: 'active',
  standingSince: hours(-2000),
  rights: [],
  sightings: [],
  curfewAfter: () => null,
  vacationSince: null,
  isSilent: false,
  isStaying: false,
  calendarTurn: null,
  hurriedAt: null,
  nightsInside: [],
  ...more,
})
const seen = (kind: Sighting['kind'], says: 'in' | 'out', ago: number, more: Partial<Sighting> = {}): Sighting => ({
  kind,
  says,
  at: hours(-ago),
  isDorm: true,
  placeId: 'p',
  note: null,
  ...more,
})
const right = (kind: Right['kind'], from: number, until: number, more: Partial<Right> = {}): Right => ({
  ...{ kind, id: `${kind} ${from}`, from: hours(from), until: hours(until), isOver: false, leavesCampus: true, note: null },
  ...more,
})
const verdict = (more: Partial<PresenceFacts>) => reconcile(facts(more), LIMITS, at)
const someRight = fc
  .record({ kind: fc.constantFrom(...RIGHT_KINDS), from: fc.integer({ min: -60, max: 30 }), long: fc.integer({ min: 1, max: 80 }), isOver: fc.boolean() })
  .map(r => right(r.kind, r.from, r.from + r.long, { isOver: r.isOver && r.from + r.long < 0 }))
const someSight = fc
  .record({
    kind: fc.constantFrom(...(['gate', 'patrol', 'staff', 'code', 'self'] as const)),
    says: fc.constantFrom(...(['in', 'out'] as const)),
    ago: fc.integer({ min: -10, max: 120 }),
    isDorm: fc.boolean(),
  })
  .map(s => seen(s.kind, s.says, s.ago, { isDorm: s.isDorm }))
const someFacts = fc
  .record({
    status: fc.constantFrom('active', 'active', 'suspended'),
    rights: fc.array(someRight, { maxLength: 4 }),
    sightings: fc.array(someSight, { maxLength: 5 }),
    isSilent: fc.boolean(),
    isVacation: fc.boolean(),
    curfew: fc.integer({ min: 1, max: 20 }),
  })
  .map(({ isVacation, curfew, ...f }) =>
    facts({ ...f, vacationSince: isVacation ? hours(-100) : null, curfewAfter: said => new Date(Date.parse(said) + curfew * HOUR_MS).toISOString() }),
  )

describe('the state of one student', () => {
  it('60-PR1 follows the first right to be away in its order, and is overdue where one has ended without a return', () => {
    const all = RIGHT_KINDS.map(kind => right(kind, -2, 2))
    const found = RIGHT_KINDS.map((_, n) => verdict({ rights: all.slice(n).reverse() }).state)
    expect(found).toEqual(['practice', 'onLeave', 'holidayAway', 'onLeave', 'livingOut', 'outShort'])
    expect(verdict({ rights: all, status: 'suspended' }).state).toBe('notAtSchool')
    expect(verdict({ rights: [right('leave', 1, 5)], sightings: [seen('gate', 'in', 1)] }).state).toBe('inDorm')
    const over = right('leave', -50, -2, { isOver: true })
    expect(verdict({ rights: [over], sightings: [seen('gate', 'out', 49)] })).toMatchObject({ state: 'overdue', since: over.until })
    expect(verdict({ rights: [over], sightings: [seen('gate', 'in', 1)] }).state).toBe('inDorm')
    expect(verdict({ rights: [over], sightings: [seen('self', 'in', 1)] }).state).toBe('overdue')
    expect(verdict({ rights: [over, right('offCampus', -90, 90)] }).state).toBe('livingOut')
  })
  it('60-PR2 trusts evidence by its age, own reports never above medium, and nothing of a building with a silent door', () => {
    const of = (s: Sighting, isSilent = false) => verdict({ sightings: [s], isSilent }).confidence
    expect([of(seen('gate', 'in', 6)), of(seen('patrol', 'in', 7)), of(seen('code', 'in', 24)), of(seen('staff', 'in', 25))]).toEqual(['high', 'medium', 'medium', 'low'])
    expect([of(seen('self', 'in', 1)), of(seen('self', 'in', 25))]).toEqual(['medium', 'low'])
    expect(of(seen('gate', 'in', 1), true)).toBe('low')
    // what is dated in the future says nothing yet
    expect(verdict({ sightings: [seen('gate', 'out', -2), seen('gate', 'in', 3)] }).state).toBe('inDorm')
  })
  it('60-PR3 without a right follows the last trusted record: in the dormitory, on campus, out until curfew, then overdue, after days unknown', () => {
    expect(verdict({ sightings: [seen('gate', 'out', 5), seen('gate', 'in', 2)] })).toMatchObject({ state: 'inDorm', placeId: 'p' })
    expect(verdict({ sightings: [seen('gate', 'in', 5), seen('code', 'in', 2, { isDorm: false, placeId: null })] })).toMatchObject({ state: 'inSchool', since: hours(-2) })
    const out = [seen('self', 'in', 1), seen('gate', 'out', 5)]
    expect(verdict({ sightings: out, curfewAfter: () => hours(1) })).toMatchObject({ state: 'outShort', placeId: null, nextAt: hours(1) })
    expect(verdict({ sightings: out, curfewAfter: () => hours(-1) })).toMatchObject({ state: 'overdue', since: hours(-1) })
    expect(verdict({ sightings: [seen('gate', 'in', 73)] })).toMatchObject({ state: 'unknown', since: hours(-1), confidence: 'low' })
    expect(verdict({})).toMatchObject({ state: 'unknown', since: hours(-2000) })
    const vacationSince = hours(-48)
    expect(verdict({ vacationSince })).toMatchObject({ state: 'holidayAway', confidence: 'low', since: vacationSince })
    expect(verdict({ vacationSince, sightings: [seen('gate', 'out', 5)] })).toMatchObject({ state: 'holidayAway', confidence: 'low' })
    expect(verdict({ vacationSince, sightings: [seen('gate', 'in', 5)] }).state).toBe('inDorm')
  })
  it('60-PR6 is the same in whatever order things became known, changes by time only when it says so, and never lies in the future', () => {
    fc.assert(
      fc.property(someFacts, fc.integer({ min: 1, max: 200 }), (known, later) => {
        const found = reconcile(known, LIMITS, at)
        expect(reconcile({ ...known, rights: [...known.rights].reverse(), sightings: [...known.sightings].reverse() }, LIMITS, at)).toEqual(found)
        expect(Date.parse(found.since)).toBeLessThanOrEqual(NOW)
        const next = found.nextAt ? Date.parse(found.nextAt) : NOW + 9 * DAY_MS
        expect(next).toBeGreaterThan(NOW)
        // sightings dated later are not known at the time, so their moment is told by the event, not by the clock
        const past = { ...known, sightings: known.sightings.filter(s => Date.parse(s.at) <= NOW) }
        const then = Math.min(NOW + later * HOUR_MS, next - 1)
        const { state, since, confidence } = reconcile(past, LIMITS, new Date(then).toISOString())
        expect({ state, since, confidence }).toEqual({ state: found.state, since: found.since, confidence: found.confidence })
      }),
      { numRuns: 2000 },
    )
  })
})
