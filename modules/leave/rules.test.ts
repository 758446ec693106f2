import { randomBytes, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '#model/days.ts'
import { applyLink, prefilledBy } from './model/apply-link.ts'
import { beginOf, endOf, halfOf, type Span } from './model/half-days.ts'
import { courseTotals, type MissedLesson, missedLessons, sectionsByCourse, stillMissed } from './model/missing.ts'
import { daysOverdue, isLate } from './model/overdue.ts'
import { PARAMETERS } from './model/parameters.ts'
import { formProblems, isRetro, type Timing, type TypeRules, timeProblems, type Weighing, type Written } from './model/rules.ts'
import { refreshMs } from './model/slip.ts'
import { codeAt, readCode } from './server/codes.ts'

const NOW = Date.parse('2026-09-14T07:46:00+08:00')
const plain: TypeRules = { name: '事假', isEnabled: true, needsProof: false, proofLaterDays: 3, maxDays: null, maxPerTerm: null, advanceHours: 0, retroDays: 3 }
const timing = (from: string, to: string, more: Partial<Omit<Timing, 'type'>> & { type?: Partial<TypeRules> } = {}): Timing => {
  const span: Span = { from: halfOf(from, 'am'), to: halfOf(to, 'pm') }
  return {
    span,
    startAt: beginOf(span.from),
    endAt: endOf(span.to),
    days: 1,
    usedInTerm: 0,
    now: NOW,
    isStaff: false,
    isExtension: false,
    clash: undefined,
    ...more,
    type: { ...plain, ...more.type },
  }
}
const keys = (t: Timing): string[] => timeProblems(t).map(p => p.key)

describe('an application', () => {
  it('may begin in the half day that runs', () => expect(keys(timing('2026-09-14', '2026-09-15'))).toEqual([]))
  it('ends after it begins', () =>
    expect(keys(timing('2026-09-16', '2026-09-16', { endAt: '2026-09-16T08:00:00+08:00', startAt: '2026-09-16T08:00:00+08:00' }))).toEqual(['order']))
  it('is refused above the longest of its type, in one go and in a term', () => {
    expect(timeProblems(timing('2026-09-16', '2026-09-18', { days: 3, type: { maxDays: 2 } }))[0]).toMatchObject({ key: 'maxDays', values: { maxDays: 2, days: 3 } })
    expect(timeProblems(timing('2026-09-16', '2026-09-18', { days: 3, usedInTerm: 4, type: { maxPerTerm: 6 } }))[0]).toMatchObject({
      key: 'maxPerTerm',
      values: { used: 4, maxPerTerm: 6 },
    })
  })
  it('says the earliest start where a type wants notice; staff are not bound', () => {
    const short = { type: { advanceHours: 24 } }
    expect(timeProblems(timing('2026-09-14', '2026-09-14', { ...short, startAt: '2026-09-14T14:00:00+08:00' }))[0]).toMatchObject({
      key: 'advance',
      values: { earliest: '2026-09-15 07:46' },
    })
    expect(keys(timing('2026-09-14', '2026-09-14', { ...short, isStaff: true }))).toEqual([])
    expect(keys(timing('2026-09-16', '2026-09-16', short))).toEqual([])
  })
  it('20-L7 reaches back three days and no further', () => {
    expect(keys(timing('2026-09-12', '2026-09-12'))).toEqual([])
    expect(timeProblems(timing('2026-09-09', '2026-09-09'))[0]).toMatchObject({ key: 'retro', values: { days: 3, passed: 4 } })
    expect(keys(timing('2026-09-12', '2026-09-12', { type: { retroDays: 0 } }))).toEqual(['retroNever'])
  })
  it('20-L8 names the leave that is in the way', () => {
    const clash = { leaveNo: 'QJ20260914-0132', span: { from: halfOf('2026-09-16', 'am'), to: halfOf('2026-09-16', 'pm') } }
    expect(timeProblems(timing('2026-09-16', '2026-09-16', { clash }))[0]).toMatchObject({ key: 'overlap', values: { leaveNo: 'QJ20260914-0132' } })
  })
  it('is not planned years ahead', () => expect(keys(timing('2029-09-16', '2029-09-16'))).toEqual(['tooFar']))
})

describe('the form', () => {
  const of: Weighing = { type: plain, days: 1, isRetro: false, exams: [], guardianDays: 3 }
  const whole: Written = { reason: '回家', contactName: '陈建国', contactPhone: '13912345678' }
  const wrong = (form: Partial<Written>, more: Partial<Weighing> = {}) => formProblems({ ...whole, ...form }, { ...of, ...more }).map(p => p.key)
  it('is whole with a reason and somebody to call', () => expect([wrong({}), wrong({ reason: ' ' }), wrong({ contactPhone: null })]).toEqual([[], ['reason'], ['contact']]))
  it('20-L7 wants a proof after the fact, or the promise of one', () => {
    expect([wrong({}, { isRetro: true }), wrong({ proofPromised: true }, { isRetro: true }), wrong({ proofs: ['x'] }, { isRetro: true })]).toEqual([['retroProof'], [], []])
    const sick = { ...plain, needsProof: true }
    expect([wrong({}, { type: sick }), wrong({ proofPromised: true }, { type: { ...sick, proofLaterDays: 0 } })]).toEqual([['proofLater'], ['proof']])
  })
  it('20-L6 asks once more where exams lie in it', () =>
    expect([wrong({}, { exams: ['2027-01-11'] }), wrong({ examConfirmed: true }, { exams: ['2027-01-11'] })]).toEqual([['exam'], []]))
  it('wants to know where to, and that a guardian knows of three days', () => {
    expect([wrong({ leavesCampus: true }), wrong({}, { days: 3 }), wrong({ guardianInformed: true }, { days: 3 })]).toEqual([['where'], ['guardian'], []])
  })
  it('knows when the first half day is over', () =>
    expect([isRetro({ from: halfOf('2026-09-13', 'pm'), to: 0 }, NOW), isRetro({ from: halfOf('2026-09-14', 'am'), to: 0 }, NOW)]).toEqual([true, false]))
})

const lesson = (date: string, begin: string, end: string, courseNo = 'A', from = 1, to = 2): MissedLesson => ({
  id: `${date}${begin}`,
  date,
  begin,
  end,
  courseNo,
  courseName: courseNo,
  teacherId: null,
  teacherName: null,
  sectionFrom: from,
  sectionTo: to,
})
describe('20-L5 missed lessons', () => {
  const week = [lesson('2026-09-16', '08:20', '09:55'), lesson('2026-09-16', '14:30', '16:05', 'B', 5, 6), lesson('2026-09-17', '08:20', '09:55')]
  it('are those that lie in the leave, even in part', () => {
    expect(missedLessons(week, '2026-09-16T12:00:00+08:00', '2026-09-17T12:00:00+08:00').map(l => l.id)).toEqual(['2026-09-1614:30', '2026-09-1708:20'])
    expect(missedLessons(week, '2026-09-16T09:00:00+08:00', '2026-09-16T09:10:00+08:00')).toHaveLength(1)
  })
  it('add up over leaves, red from a third of the course', () => {
    const past = new Map([['A', 14]])
    expect(
      courseTotals(
        missedLessons(week, '2026-09-16T08:00:00+08:00', '2026-09-18T18:00:00+08:00'),
        past,
        new Map([
          ['A', 54],
          ['B', 32],
        ]),
        3,
      ),
    ).toEqual([
      { courseNo: 'A', courseName: 'A', now: 4, past: 14, planned: 54, isOver: true },
      { courseNo: 'B', courseName: 'B', now: 2, past: 0, planned: 32, isOver: false },
    ])
  })
  it('are never red where no plan says how many there are', () => expect(courseTotals(week, new Map(), new Map(), 3).some(c => c.isOver)).toBe(false))
  it('lose nothing when a leave is cut in two', () =>
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 72 }), hours => {
        const cut = new Date(Date.parse('2026-09-16T00:00:00+08:00') + hours * HOUR_MS).toISOString()
        const [all, first, rest] = [
          ['2026-09-16T00:00:00+08:00', '2026-09-19T00:00:00+08:00'],
          ['2026-09-16T00:00:00+08:00', cut],
          [cut, '2026-09-19T00:00:00+08:00'],
        ].map(([a, b]) => new Set(missedLessons(week, a as string, b as string).map(l => l.id))) as [Set<string>, Set<string>, Set<string>]
        expect(new Set([...first, ...rest])).toEqual(all)
      }),
    ))
  it('20-L10 end where the student is back', () =>
    expect(sectionsByCourse(stillMissed(week, '2026-09-16T08:00:00+08:00', '2026-09-16T13:00:00+08:00'))).toEqual(new Map([['A', 2]])))
})

describe('20-L11 a missing return', () => {
  const END = '2026-09-18T18:00:00+08:00'
  const hoursLate = (hours: number): number => Date.parse(END) + hours * HOUR_MS
  it('is counted in full days', () => {
    expect([daysOverdue(END, hoursLate(71)), daysOverdue(END, hoursLate(72)), daysOverdue(END, hoursLate(-5))]).toEqual([2, 3, 0])
  })
})

describe('20-L12 a code that changes', () => {
  it('is fetched anew before the one that is shown has run out, however often a school lets it change', () => {
    const { min, max } = PARAMETERS.slipSeconds
    fc.assert(
      fc.property(fc.integer({ min, max }), fc.integer({ min: 0, max: 10_000_000 }), (seconds, at) => {
        const [secret, tenantId, id] = [Buffer.alloc(32), 'a', '0198a214-dd93-713a-8d99-fbaa95c7338b']
        const shown = codeAt(secret, tenantId, 'desk', id, seconds, at)
        expect(readCode(secret, tenantId, 'desk', shown, seconds, at + refreshMs(seconds))).toBe(id)
      }),
    )
  })
})
describe('20-L11 late', () => {
  it('is who is back, or not back, so many hours after the end as the school says', () => {
    const endAt = '2026-09-14T18:00:00+08:00'
    const back = (hours: number) => ({ state: 'closed', endAt, backAt: new Date(Date.parse(endAt) + hours * HOUR_MS).toISOString() })
    expect([isLate(back(3), 4), isLate(back(3), 2), isLate({ state: 'overdue', endAt, backAt: null }, 4), isLate({ state: 'active', endAt, backAt: null }, 0)]).toEqual([
      false,
      true,
      true,
      false,
    ])
  })
})
describe('an address that asks for a leave', () => {
  const read = (link: string) => prefilledBy(new URL(link, 'http://school').searchParams)
  it('20-G1 fills in the half days of a trip and where it goes', () =>
    expect(read(applyLink({ from: '2026-09-16T10:20:00+08:00', to: '2026-09-17T11:00:00+08:00', region: '110101' }))).toEqual({
      startAt: beginOf(halfOf('2026-09-16', 'am')),
      endAt: endOf(halfOf('2026-09-17', 'am')),
      cantonCode: '110101',
      leavesCampus: true,
    }))
  it('says nothing of what is unknown or makes no sense', () => {
    expect(applyLink({ from: null, region: '' })).toBe('/leave/apply')
    expect([read('/leave/apply'), read('/leave/apply?from=2026-09-17T10:00:00Z&to=2026-09-16T10:00:00Z'), read('/leave/apply?from=x&to=y&region=beijing')]).toEqual([{}, {}, {}])
  })
})
describe('a changing code', () => {
  const [secret, id, seconds] = [randomBytes(32), randomUUID(), 10]
  const begin = Math.floor(NOW / 10_000) * 10_000
  const code = codeAt(secret, 'A', 'slip', id, seconds, begin)
  const read = (more: { secret?: Buffer; tenantId?: string; kind?: 'slip' | 'desk'; code?: string; now?: number } = {}) =>
    readCode(more.secret ?? secret, more.tenantId ?? 'A', more.kind ?? 'slip', more.code ?? code, seconds, more.now ?? begin)
  it('20-L12 is another one every ten seconds, and worth nothing when the next but one stands there', () => {
    expect([0, 9_999].map(ms => codeAt(secret, 'A', 'slip', id, seconds, begin + ms) === code)).toEqual([true, true])
    expect(codeAt(secret, 'A', 'slip', id, seconds, begin + 10_000)).not.toBe(code)
    expect([0, 19_999, 20_000, HOUR_MS, -1].map(ms => read({ now: begin + ms }))).toEqual([id, id, undefined, undefined, undefined])
  })
  it('20-L12 opens nothing for another school, another purpose or under another secret, nor changed in any bit', () => {
    expect([read({ tenantId: 'B' }), read({ kind: 'desk' }), read({ secret: randomBytes(32) }), read({ code: `${code}A` }), read({ code: '' })]).toEqual(Array.from({ length: 5 }))
    const bytes = Buffer.from(code, 'base64url')
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(read({ code: changed.toString('base64url') })).toBeUndefined()
    }
  })
})
