import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sort } from './model/intake.ts'
import { accessAlertsOf, factsOf, type Hours, isSilent, isUncertainNight, type Limits, type Night } from './model/rules.ts'
import { shiftAt } from './model/shift.ts'

const at = (day: number, time: string): string => new Date(Date.parse(`2026-10-${String(day).padStart(2, '0')}T${time}:00+08:00`)).toISOString()
/** The night of the 14th. */
const HOURS: Hours = { curfew: at(14, '23:00'), cutOff: at(15, '00:30'), gateOpening: at(15, '06:00') }
const LIMITS: Limits = { lateMinutes: 0, notSeenDays: 3, notLeftHours: 48 }
type Passed = ReadonlyArray<{ direction: 'in' | 'out'; at: string }>
const night = (records: Passed, now: string, more: Partial<Night> = {}): Night => ({
  ...factsOf(records, HOURS, now),
  expected: 'expected',
  hours: HOURS,
  now,
  limits: LIMITS,
  hasBoth: true,
  wasSeenInside: false,
  ...more,
})
const typeOf = (of: Night): string | undefined => {
  const judged = accessAlertsOf(of)
  return 'alert' in judged ? judged.alert.type : undefined
}
const out = (at: string) => ({ direction: 'out' as const, at })
const inn = (at: string) => ({ direction: 'in' as const, at })
const MORNING = at(15, '08:00')

/** Passages of some days around the night, in any order and with repeats. */
const minute = fc.integer({ min: 0, max: 6 * 1440 }).map(n => new Date(Date.parse(at(10, '12:00')) + n * 60_000).toISOString())
const records = fc.array(fc.record({ direction: fc.constantFrom('in' as const, 'out' as const), at: minute }), { maxLength: 12 })
const moment = minute

describe('the alert of a night', () => {
  it('20-DA4 calls an entry between curfew and gate opening late, and who is out and does not come in a night out, preliminary from the cut-off on', () => {
    expect(typeOf(night([out(at(14, '18:00')), inn(at(14, '22:59'))], MORNING))).toBeUndefined()
    expect(typeOf(night([out(at(14, '18:00')), inn(at(14, '23:00'))], MORNING))).toBe('lateReturn')
    expect(typeOf(night([out(at(14, '18:00')), inn(at(15, '06:00'))], MORNING))).toBe('nightOut')
    expect(typeOf(night([out(at(14, '18:00'))], at(15, '00:29')))).toBeUndefined()
    expect(accessAlertsOf(night([out(at(14, '18:00'))], at(15, '00:30')))).toEqual({ alert: { type: 'nightOut', at: at(14, '18:00'), isFinal: false, hours: null } })
    expect(accessAlertsOf(night([out(at(14, '18:00'))], MORNING))).toMatchObject({ alert: { isFinal: true } })
    // preliminary at the cut-off, then they return
    expect(typeOf(night([out(at(14, '18:00')), inn(at(15, '01:10'))], MORNING))).toBe('lateReturn')
    expect(typeOf(night([out(at(14, '18:00')), inn(at(14, '23:04'))], MORNING, { limits: { ...LIMITS, lateMinutes: 5 } }))).toBeUndefined()
  })
  it('20-DA4 says nothing of whoever is not expected, whatever the door saw', () => {
    fc.assert(
      fc.property(records, moment, fc.constantFrom('excused' as const, 'notResident' as const), (passed, now, expected) => {
        expect(typeOf(night(passed, now, { expected }))).toBeUndefined()
      }),
    )
  })
  it('20-DA5 asks after somebody who has not come out only where both directions are recorded, and only once the night is over', () => {
    const passed = [inn(at(12, '18:00'))]
    expect(accessAlertsOf(night(passed, MORNING))).toEqual({ alert: { type: 'notLeft', at: at(12, '18:00'), isFinal: true, hours: 60 } })
    expect(typeOf(night(passed, MORNING, { hasBoth: false }))).toBeUndefined()
    expect(typeOf(night(passed, at(15, '05:59')))).toBeUndefined()
    expect(typeOf(night([inn(at(13, '06:01'))], MORNING))).toBeUndefined()
    expect(typeOf(night([...passed, out(at(15, '07:00'))], MORNING))).toBeUndefined()
  })
  it('20-DA6 is not seen after days without a record, and seen again with the next one', () => {
    expect(accessAlertsOf(night([out(at(12, '06:00'))], MORNING))).toMatchObject({ alert: { type: 'notSeen', hours: 72 } })
    expect(typeOf(night([out(at(12, '06:01'))], MORNING))).toBe('nightOut')
    expect(typeOf(night([out(at(12, '06:00')), inn(at(15, '07:00'))], MORNING))).toBeUndefined()
  })
  it('20-DA8 is explained by an entry before the curfew, whenever it is heard of, and by somebody who saw them inside', () => {
    fc.assert(
      fc.property(records, passed => {
        const before = typeOf(night(passed, MORNING))
        // the missing record: a minute before curfew, after all others of that evening
        const after = typeOf(night([...passed.filter(r => r.at < at(14, '22:59')), inn(at(14, '22:59'))], MORNING))
        expect(['nightOut', 'notSeen', 'lateReturn']).not.toContain(after)
        if (before === 'nightOut' || before === 'notSeen') expect(['nightOut', 'notSeen']).not.toContain(typeOf(night(passed, MORNING, { wasSeenInside: true })))
      }),
    )
    expect(accessAlertsOf(night([out(at(14, '18:00'))], MORNING, { wasSeenInside: true }))).toEqual({ explainedBy: 'rollCall' })
  })
  it('20-DA2 does not depend on the order in which records come, nor on repeats', () => {
    fc.assert(
      fc.property(records, moment, (passed, now) => {
        const sorted = [...passed].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
        expect(accessAlertsOf(night(passed, now))).toEqual(accessAlertsOf(night([...sorted, ...sorted], now)))
      }),
    )
  })
  it('never turns a night out that the gate opening has settled by what comes after it', () => {
    fc.assert(
      fc.property(records, moment, (passed, later) => {
        fc.pre(later > HOURS.gateOpening)
        const settled = typeOf(night(passed, MORNING))
        if (settled === 'nightOut') expect(typeOf(night([...passed, inn(later)], at(16, '12:00')))).toBe('nightOut')
      }),
    )
  })
})
describe('devices', () => {
  it('20-DA7 leaves a night uncertain as long as a device may still hold something of it', () => {
    const now = Date.parse(at(15, '00:40'))
    expect(isSilent(at(15, '00:10'), now, 30)).toBe(false)
    expect(isSilent(at(15, '00:09'), now, 30)).toBe(true)
    expect(isUncertainNight([{ lastSeenAt: at(15, '00:39') }, { lastSeenAt: at(14, '21:00') }], HOURS.gateOpening, now, 30)).toBe(true)
    expect(isUncertainNight([{ lastSeenAt: at(15, '00:39') }], HOURS.gateOpening, now, 30)).toBe(false)
    // silent since, but heard after gate opening: it holds nothing about that night
    expect(isUncertainNight([{ lastSeenAt: at(15, '06:05') }], HOURS.gateOpening, Date.parse(at(15, '12:00')), 30)).toBe(false)
  })
})
describe('records as they come', () => {
  const asking = { deviceCode: 'D1', ways: new Set(['card']), oldest: at(1, '00:00') }
  const good = { seq: 1, personNo: '2023001', direction: 'in', eventAt: '2026-10-14 22:50:00', way: 'card' }
  it('20-DA1 refuse a broken row and take the others; a time without an offset is that of the school', () => {
    const { records: taken, faults } = sort(
      [good, { ...good, direction: 'up' }, 7, { ...good, deviceCode: 'D2' }, { ...good, way: 'smell' }, { ...good, eventAt: '2025-01-01' }, { ...good, seq: 2, colour: 'red' }],
      asking,
    )
    expect(taken).toEqual([{ deviceCode: 'D1', seq: 1, personNo: '2023001', direction: 'in', eventAt: at(14, '22:50'), way: 'card' }])
    expect(faults.map(f => [f.index, f.issues[0]?.rule.split('.').at(-1)])).toEqual([
      [1, 'choice'],
      [2, 'noRecord'],
      [3, 'otherDevice'],
      [4, 'unknownWay'],
      [5, 'datetime'],
      [6, 'unknown'],
    ])
  })
  it('20-DA1 keeps both passages of a device whose counter began anew', () => {
    const { records: taken } = sort([good, good, { ...good, personNo: '2023002' }], asking)
    expect(taken.map(r => [r.seq, r.personNo])).toEqual([
      [1, '2023001'],
      [1, '2023001'],
      [null, '2023002'],
    ])
  })
})
it('gives the hours after midnight to the shift that began the evening before', () => {
  expect(shiftAt(at(15, '07:59'))).toEqual({ dutyDate: '2026-10-14', shift: 'night' })
  expect(shiftAt(at(15, '08:00'))).toEqual({ dutyDate: '2026-10-15', shift: 'day' })
  expect(shiftAt(at(15, '20:00'))).toEqual({ dutyDate: '2026-10-15', shift: 'night' })
})
