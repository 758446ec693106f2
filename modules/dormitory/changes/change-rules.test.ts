import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '#modules/campus/model/days.ts'
import { chainsOf, type Step } from './model/chains.ts'
import { feeDifference, monthsLeft } from './model/fee.ts'
import { personalIn, suits } from './model/match.ts'
import { dateProblems, isOtherCollege, leavesClass, termProblems } from './model/rules.ts'

describe('the fee of a change', () => {
  it('20-DM6 counts the months of the school year that have more nights in the new room', () => {
    const cases = { '2026-09-01': 10, '2026-09-15': 10, '2026-09-16': 9, '2027-06-15': 1, '2027-06-16': 0, '2027-07-10': 10, '2027-02-15': 4, '2026-12-31': 6 }
    expect(Object.fromEntries(Object.keys(cases).map(d => [d, monthsLeft(d, 10)]))).toEqual(cases)
    expect([monthsLeft('2026-09-01', 12), monthsLeft('2027-07-10', 12), monthsLeft('2027-06-10', 9)]).toEqual([12, 2, 9])
  })
  it('20-DM6 is the difference of a year for a whole one, its tenths for the rest, and nothing where a price is unknown', () => {
    expect([feeDifference(80_000, 120_000, '2026-09-01', 10), feeDifference(120_000, 80_000, '2027-02-20', 10), feeDifference(80_000, 80_000, '2027-01-01', 10)]).toEqual([
      40_000, -16_000, 0,
    ])
    expect([feeDifference(null, 80_000, '2026-09-01', 10), feeDifference(80_000, undefined, '2026-09-01', 10)]).toEqual([null, null])
  })
  it('20-DM6 never grows while the year passes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 301 }), n => {
        const [a, b] = [addDays('2026-09-01', n), addDays('2026-09-01', n + 1)]
        expect(monthsLeft(a, 10) - monthsLeft(b, 10)).toBeGreaterThanOrEqual(0)
        expect(monthsLeft(a, 10) - monthsLeft(b, 10)).toBeLessThanOrEqual(1)
      }),
    )
  })
})

describe('the day of a change', () => {
  const limits = { perTerm: 1, termEndDays: 30, aheadDays: 60 }
  const term = { startDate: '2026-09-01', endDate: '2027-01-17' }
  it('is today or later, and not too far ahead', () => {
    const at = (effectiveDate: string) => dateProblems({ effectiveDate, today: '2026-10-10' }, limits).map(p => p.key)
    expect([at('2026-10-09'), at('2026-10-10'), at('2026-12-09'), at('2026-12-10')]).toEqual([['past'], [], [], ['tooFar']])
  })
  it('20-DM4 is refused in the last thirty days of a term and after one change in it, by everybody it concerns', () => {
    const at = (effectiveDate: string, earlier: Array<{ name: string; count: number; changeNo: string }> = []) =>
      termProblems({ effectiveDate, today: '2026-10-10', term, earlier }, limits).map(p => p.key)
    expect([at('2026-12-18'), at('2026-12-19'), at('2027-01-17')]).toEqual([[], ['termEnd'], ['termEnd']])
    expect(at('2026-11-01', [{ name: '周雨桐', count: 1, changeNo: 'TS1' }])).toEqual(['perTerm'])
    expect(termProblems({ effectiveDate: '2027-02-01', today: '2027-02-01', term: undefined, earlier: [] }, limits)).toEqual([])
  })
})

describe('the room of a change', () => {
  it('20-DM5 leaves the class where classmates stay behind and nobody of the class lives in the new one', () => {
    const of = (from: string[], to: string[], classId: string | null = 'a') => leavesClass({ classId, from, to })
    expect([of(['a', 'b'], ['b']), of(['a'], []), of(['a'], ['b', 'a']), of(['b'], ['b']), of(['a'], ['b'], null)]).toEqual([true, true, false, false, false])
  })
  it('is another college’s when it is marked so, and unmarked when only others live there', () => {
    const of = (departmentId: string | null, residents: string[]) => isOtherCollege('art', { departmentId, residents })
    expect([of('art', ['info']), of('info', ['art']), of(null, []), of(null, ['info']), of(null, ['info', 'art'])]).toEqual([false, true, false, true, false])
  })
})

describe('a list of moves', () => {
  /** A permutation of some beds, and students from outside who take free beds. */
  const list = fc.integer({ min: 1, max: 40 }).chain(n =>
    fc.tuple(fc.shuffledSubarray(range(n), { minLength: n, maxLength: n }), fc.integer({ min: 0, max: 5 })).map(([to, outside]): Step[] => [
      ...range(n)
        .filter(i => to[i] !== i)
        .map(i => ({ studentId: `s${i}`, fromBedId: `b${i}`, toBedId: `b${to[i]}` })),
      ...range(outside).map(i => ({ studentId: `x${i}`, fromBedId: `o${i}`, toBedId: `p${i}` })),
    ]),
  )
  it('20-DM7 falls into chains and rings, each move in one of them, each after whoever leaves its bed', () => {
    fc.assert(
      fc.property(list, steps => {
        const chains = chainsOf(steps)
        expect(chains.flatMap(c => c.steps.map(s => s.studentId)).sort()).toEqual(steps.map(s => s.studentId).sort())
        for (const { steps: own, isRing } of chains) {
          for (const [i, step] of own.slice(1).entries()) expect(own[i]?.toBedId).toBe(step.fromBedId)
          expect(own.at(-1)?.toBedId === own[0]?.fromBedId).toBe(isRing)
        }
      }),
    )
  })
})
const range = (n: number): number[] => Array.from({ length: n }, (_, i) => i)

describe('the swap board', () => {
  it('matches a bed with what somebody looks for', () => {
    const bed = { dormId: 'd1', floorNo: 3, roomType: 'four' }
    const wish = (more: object) => suits({ dormIds: [], roomType: null, floors: null, ...more }, bed)
    expect([wish({}), wish({ dormIds: ['d1', 'd2'] }), wish({ dormIds: ['d2'] }), wish({ roomType: 'six' }), wish({ floors: 'middle' }), wish({ floors: 'low' })]).toEqual([
      true,
      true,
      false,
      false,
      true,
      false,
    ])
  })
  it('keeps names, numbers and rooms out of notes that are shown without a name', () => {
    const found = (note: string) => personalIn(note, ['周雨桐'])
    expect([found('想住低楼层'), found('我是周雨桐'), found('电话 13985001234'), found('在302室'), found('周雨')]).toEqual([undefined, '周雨桐', '13985001234', '302室', undefined])
  })
})
