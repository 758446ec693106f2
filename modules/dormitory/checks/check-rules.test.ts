import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { againstTitle, quotaOf } from './model/civilised-rules.ts'
import { mayBe, type ViolationVerb } from './model/hearing.ts'
import { type CheckItem, FULL } from './model/items.ts'
import { lateDraft } from './model/late.ts'
import { isFault, parseGrades, parseItems } from './model/parse-scheme.ts'
import { deviations, gainsOf, ranked } from './model/rank.ts'
import { keyOf, type Mark, marksOf, mergeSheets, outcomeOf, type Sheet, scoreRoom } from './model/score.ts'
import { DEFAULT_ITEMS, FIRE_ITEMS, SAFETY_ITEMS } from './model/usual-items.ts'
import { type ViolationState, violationStates } from './model/violation.ts'
import { objectUntil, publishedOn, weekBefore, weekOf } from './model/week.ts'

const CAP = 59
const beds = ['a', 'b', 'c', 'd'].map((studentId, n) => ({ studentId, bedNo: n + 1, isExcused: false }))
const steps = DEFAULT_ITEMS.flatMap(
  (i): Array<{ item: string; step: string | null; area: string }> =>
    i.veto ? [{ item: i.code, step: null, area: i.area }] : i.steps.map(s => ({ item: i.code, step: s.name, area: i.area })),
)
const mark = fc
  .tuple(fc.constantFrom(...steps), fc.constantFrom('a', 'b', 'c', 'd'), fc.integer({ min: 1, max: 2 }))
  .map(([s, who, times]): Mark => ({ item: s.item, step: s.step, studentId: s.area === 'personal' ? who : null, times }))
const marks = fc.array(mark, { maxLength: 12 })
const sheet = fc.record({
  by: fc.constantFrom('x', 'y', 'z'),
  at: fc.integer({ min: 0, max: 50 }).map(n => new Date(Date.UTC(2026, 10, 3, 8, n)).toISOString()),
  marks,
  photos: fc.constant([]),
  note: fc.constant(null),
  noOneIn: fc.boolean(),
  refused: fc.boolean(),
})
const sheets = fc.array(sheet, { minLength: 1, maxLength: 5 }) as fc.Arbitrary<Sheet[]>
const mean = (all: number[]): number => all.reduce((a, b) => a + b, 0) / all.length

describe('the score of a room', () => {
  it('20-DI1 is its own points and the mean of those who are counted, between nothing and a hundred, and no deduction raises it', () => {
    fc.assert(
      fc.property(marks, mark, fc.subarray([0, 1, 2, 3]), (given, more, away) => {
        const occupants = beds.map((b, n) => ({ ...b, isExcused: away.includes(n) }))
        const plain = given.filter(m => m.step !== null)
        const result = scoreRoom(DEFAULT_ITEMS, occupants, plain, CAP)
        expect(result.roomScore).toBeGreaterThanOrEqual(0)
        expect(result.roomScore).toBeLessThanOrEqual(FULL)
        const counted = result.people.flatMap(p => (p.score === null ? [] : [p.score]))
        expect(counted).toHaveLength(4 - away.length)
        const whole = counted.length ? result.publicScore + mean(counted) : result.publicScore * 2
        expect(Math.abs(result.roomScore - whole)).toBeLessThan(0.11)
        expect(scoreRoom(DEFAULT_ITEMS, occupants, [...plain, more], CAP).roomScore).toBeLessThanOrEqual(result.roomScore)
      }),
    )
  })
  it('20-DI1 leaves who is excused out, and scales the shared part to a hundred where nobody is left', () => {
    const lost: Mark[] = [{ item: 'bed', step: '被子未叠', studentId: 'a', times: 4 }]
    const withA = scoreRoom(DEFAULT_ITEMS, beds, lost, CAP)
    expect(withA.roomScore).toBe(95)
    expect(scoreRoom(DEFAULT_ITEMS, [{ ...beds[0], isExcused: true } as (typeof beds)[0], ...beds.slice(1)], lost, CAP).roomScore).toBe(100)
    const none = scoreRoom(
      DEFAULT_ITEMS,
      beds.map(b => ({ ...b, isExcused: true })),
      [{ item: 'floor', step: '有垃圾', studentId: null, times: 1 }],
      CAP,
    )
    expect([none.roomScore, none.personalScore]).toEqual([90, null])
  })
  it('20-DI2 is capped by a veto nobody is known for, and costs only the share of whoever is', () => {
    const unknown = scoreRoom(DEFAULT_ITEMS, beds, [{ item: 'appliance', step: null, studentId: null, times: 1 }], CAP)
    expect([unknown.roomScore, unknown.grade]).toEqual([59, 'fail'])
    const known = scoreRoom(DEFAULT_ITEMS, beds, [{ item: 'appliance', step: null, studentId: 'b', times: 1 }], CAP)
    expect(known.people.map(p => p.score)).toEqual([50, 29.5, 50, 50])
    expect(known.roomScore).toBe(94.9)
    fc.assert(
      fc.property(marks, given => {
        expect(scoreRoom(DEFAULT_ITEMS, beds, [...given, { item: 'openFire', step: null, studentId: null, times: 1 }], CAP).roomScore).toBeLessThanOrEqual(CAP)
      }),
    )
  })
  it('merges sheets the same in whatever order and however often they come, the newest of each checker, each deduction once', () => {
    fc.assert(
      fc.property(sheets, fc.integer(), (given, seed) => {
        const merged = mergeSheets(given)
        expect(mergeSheets([...given].sort((a, b) => ((a.at + a.by + seed).length % 2 ? 1 : -1) * a.by.localeCompare(b.by)))).toEqual(merged)
        expect(mergeSheets([...merged, ...given])).toEqual(merged)
        expect(new Set(merged.map(s => s.by))).toEqual(new Set(given.map(s => s.by)))
        const kept = marksOf(merged)
        expect(new Set(kept.map(keyOf)).size).toBe(kept.length)
      }),
    )
  })
  it('stands once somebody was let in, is nothing where two were refused, and is unknown otherwise', () => {
    const of = (by: string, more: Partial<Sheet>): Sheet => ({ by, at: '2026-11-03T00:00:00.000Z', marks: [], photos: [], note: null, noOneIn: false, refused: false, ...more })
    const score = (all: Sheet[]) => outcomeOf(DEFAULT_ITEMS, beds, all, { cap: CAP })
    expect(score([of('x', { refused: true })])).toMatchObject({ isValid: false, roomScore: null })
    expect(score([of('x', { refused: true }), of('y', { refused: true })])).toMatchObject({ isValid: true, roomScore: 0, grade: 'fail' })
    expect(score([of('x', { refused: true }), of('y', {})])).toMatchObject({ isValid: true, roomScore: 100, refused: false })
    expect(score([of('x', { noOneIn: true })])).toMatchObject({ isValid: false, noOneIn: true, grade: null })
  })
})
describe('a scheme', () => {
  it('is taken as the program brings it along, and refused by name where points, steps or grades do not fit', () => {
    for (const items of [DEFAULT_ITEMS, SAFETY_ITEMS, FIRE_ITEMS]) expect(parseItems(items)).toEqual(items)
    const floor = DEFAULT_ITEMS[0] as CheckItem
    const wrong = (items: unknown) => {
      const parsed = parseItems(items)
      return isFault(parsed) ? parsed : undefined
    }
    expect(wrong(DEFAULT_ITEMS.slice(1))).toEqual({ key: 'sum', values: { sum: 85 } })
    expect(wrong([...DEFAULT_ITEMS, floor])?.key).toBe('twice')
    expect(wrong([{ ...floor, steps: [{ name: '有垃圾', points: 16 }] }, ...DEFAULT_ITEMS.slice(1)])?.values).toMatchObject({ item: '地面', points: 16, full: 15 })
    expect(wrong('nonsense')?.key).toBe('itemForm')
    expect(wrong([{ ...floor, area: 'personal', full: 100, steps: [{ name: '有垃圾', points: 5 }] }])?.key).toBe('noPublic')
    expect(parseGrades(null)).toBeNull()
    expect(isFault(parseGrades({ excellent: 80, good: 90, fair: 70, pass: 60 }))).toBe(true)
    fc.assert(
      fc.property(fc.anything(), given => {
        expect(() => [parseItems(given), parseItems([given])]).not.toThrow()
      }),
    )
  })
})
describe('places and people', () => {
  it('20-DI3 gives equals one place, counts those before, and none to what was not checked', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.integer({ min: 50, max: 60 }), { nil: null }), { maxLength: 40 }), scores => {
        for (const row of ranked(scores.map(score => ({ score }))))
          expect(row.rank).toBe(row.score === null ? null : scores.filter(s => s !== null && s > (row.score ?? 0)).length + 1)
      }),
    )
  })
  it('20-DI3 publishes a week on the Monday after, at eight, and takes objections for two days from then', () => {
    expect([weekOf('2026-11-22T15:59:00Z'), weekOf('2026-11-22T16:00:00Z'), weekBefore('2026-11-23')]).toEqual(['2026-11-16', '2026-11-23', '2026-11-16'])
    expect(new Date(publishedOn('2026-11-16', '08:00')).toISOString()).toBe('2026-11-23T00:00:00.000Z')
    const rules = { publishAt: '08:00', days: 2 }
    expect(new Date(objectUntil({ kind: 'health', week: '2026-11-16', checkedAt: '2026-11-17T01:00:00Z' }, rules)).toISOString()).toBe('2026-11-25T00:00:00.000Z')
    expect(new Date(objectUntil({ kind: 'safety', week: '2026-11-16', checkedAt: '2026-11-17T01:00:00Z' }, rules)).toISOString()).toBe('2026-11-19T01:00:00.000Z')
  })
  it('20-DI4 flags whoever is far from the others, and nobody among a few', () => {
    const of = (by: string, ...scores: number[]) => scores.map(score => ({ by, score }))
    const found = deviations([...of('a', 88, 90), ...of('b', 90, 92), ...of('c', 89, 89), ...of('d', 99, 100)], 2)
    expect(found.filter(f => f.isFlagged).map(f => f.by)).toEqual(['d'])
    expect(deviations([...of('a', 40), ...of('b', 100)], 2).some(f => f.isFlagged)).toBe(false)
    const flagged = (means: number[], limit = 2) =>
      deviations(
        means.map((score, i) => ({ by: `c${i}`, score })),
        limit,
      ).flatMap(f => (f.isFlagged ? [f.by] : []))
    expect([flagged([90, 91, 89, 90, 92, 90, 91, 60]), flagged([90, 60]), flagged([90, 90, 90, 90, 90])]).toEqual([['c7'], [], []])
    expect([flagged([90, 91, 89, 90, 93]), flagged([90, 91, 89, 90, 93], 4)]).toEqual([['c4'], []])
  })
  it('names the three deductions a room would gain most from, a person’s for their share', () => {
    const record = scoreRoom(
      DEFAULT_ITEMS,
      beds,
      [
        { item: 'floor', step: '有垃圾', studentId: null, times: 1 },
        { item: 'air', step: '不通风', studentId: null, times: 1 },
        { item: 'bed', step: '被子未叠', studentId: 'a', times: 1 },
        { item: 'desk', step: '凌乱', studentId: 'b', times: 1 },
        { item: 'desk', step: '凌乱', studentId: 'c', times: 1 },
      ],
      CAP,
    )
    expect(gainsOf([record, record]).map(g => [g.item, g.points, g.times])).toEqual([
      ['地面', 10, 2],
      ['空气', 6, 2],
      ['桌面', 5, 4],
    ])
  })
})
describe('violations and titles', () => {
  it('20-DI6 lets nothing stand that was not asked about and answered, given up or let pass', () => {
    const verbs: ViolationVerb[] = ['ask', 'state', 'waive', 'confirm', 'dismiss', 'refer']
    for (const state of Object.keys(violationStates.labels) as ViolationState[])
      for (const askedAt of [null, '2026-11-01T00:00:00Z'])
        for (const heardAs of [null, 'stated', 'waived', 'expired']) {
          const can = verbs.filter(v => mayBe(v, { state, askedAt, statementDue: null, heardAs }))
          expect(can.includes('confirm')).toBe(state === 'heard' && askedAt !== null && heardAs !== null)
          expect(can.includes('refer')).toBe(state === 'confirmed')
          expect(can.includes('ask') && can.includes('state')).toBe(false)
          if (state === 'dismissed' || state === 'referred') expect(can).toEqual([])
        }
  })
  it('20-DI7 drafts at the third late return, names the nights, and once for the same three', () => {
    const nights = (n: number) => Array.from({ length: n }, (_, i) => ({ studentId: 's', nightDate: `2026-11-0${i + 1}`, dormId: 'd', result: 'late' as const, seenAt: null }))
    expect(lateDraft('s', nights(2), 3)).toBeUndefined()
    expect(lateDraft('s', nights(3), 3)).toMatchObject({ type: 'late', level: 'ordinary', sourceSeq: 'late 2026-11-03' })
    expect(lateDraft('s', nights(5), 3)?.sourceSeq).toBe('late 2026-11-03')
  })
  it('20-DI11 asks for mean, lowest and no violation, says which is lacking, and shares whole places out', () => {
    const fine = { mean: 92, lowest: 80, checks: 6, violations: 0 }
    const conditions = { minMean: 90, minSingle: 75 }
    expect(againstTitle(fine, conditions)).toBeUndefined()
    expect(againstTitle({ ...fine, mean: 89.99 }, conditions)).toEqual({ key: 'mean', values: { mean: 89.99, least: 90 } })
    expect(againstTitle({ ...fine, lowest: 74.9 }, conditions)?.key).toBe('single')
    expect(againstTitle({ ...fine, violations: 1 }, conditions)).toEqual({ key: 'violation', values: { count: 1 } })
    expect(againstTitle({ ...fine, mean: null, lowest: null }, conditions)?.key).toBe('unchecked')
    expect([quotaOf(0, 15), quotaOf(3, 15), quotaOf(40, 15), quotaOf(100, 15)]).toEqual([0, 1, 6, 15])
  })
})
