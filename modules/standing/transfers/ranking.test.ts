import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Candidate, type Placed, placeAll } from './model/ranking.ts'

const MAJORS = ['a', 'b', 'c', 'd']
const candidates: fc.Arbitrary<Candidate[]> = fc
  .array(
    fc.record({
      score: fc.integer({ min: 40, max: 60 }),
      bonus: fc.constantFrom(0, 0, 0, 5),
      from: fc.constantFrom(...MAJORS),
      choices: fc.uniqueArray(fc.constantFrom(...MAJORS), { minLength: 1, maxLength: 2 }),
    }),
    { maxLength: 60 },
  )
  .map(all => all.map((one, n) => ({ ...one, id: `c${n}`, no: `YD${String(n).padStart(3, '0')}` })))
const places = (ids: readonly string[]) => fc.tuple(...ids.map(() => fc.integer({ min: 0, max: 6 }))).map(n => new Map(ids.map((id, i) => [id, n[i] ?? 0])))
const count = (all: readonly Candidate[], placed: readonly Placed[], is: (c: Candidate, p: Placed) => boolean): number =>
  placed.filter(p => p.to && is(all.find(c => c.id === p.id) as Candidate, p)).length

describe('30-SC the ranking of a major transfer', () => {
  it('exceeds no quota, passes nobody over for a lower one, and gives the same result in whatever order they come', () => {
    fc.assert(
      fc.property(candidates, places(MAJORS), places(['a']), fc.integer(), (all, into, outOf, seed) => {
        const placed = placeAll(all, { into, outOf })
        for (const major of MAJORS) expect(count(all, placed, (_c, p) => p.to === major)).toBeLessThanOrEqual(into.get(major) ?? 0)
        expect(count(all, placed, c => c.from === 'a')).toBeLessThanOrEqual(outOf.get('a') ?? 0)
        expect(placed.map(p => p.rank)).toEqual(all.map((_, n) => n + 1))
        const totalOf = (id: string): number => all.filter(c => c.id === id).reduce((_, c) => c.score + c.bonus, 0)
        for (const [n, p] of placed.entries()) if (n) expect(totalOf(p.id)).toBeLessThanOrEqual(totalOf(placed[n - 1]?.id ?? ''))
        // whoever has no place wanted only majors that were filled by those before
        for (const p of placed.filter(one => !one.to)) {
          const own = all.find(c => c.id === p.id) as Candidate
          const before = placed.filter(b => b.rank < p.rank)
          const leftBefore = own.from === 'a' && count(all, before, c => c.from === 'a') >= (outOf.get('a') ?? 0)
          if (!leftBefore) for (const choice of own.choices) expect(count(all, before, (_c, b) => b.to === choice)).toBe(into.get(choice) ?? 0)
        }
        const shuffled = all.map((c, n) => ({ c, key: Math.sin(seed + n * 7919) })).sort((x, y) => x.key - y.key)
        expect(
          placeAll(
            shuffled.map(x => x.c),
            { into, outOf },
          ),
        ).toEqual(placed)
      }),
      { numRuns: 300 },
    )
  })
  it('prefers the higher score where a bonus makes two equal, then the earlier application', () => {
    const one = (id: string, score: number, bonus: number): Candidate => ({ id, no: id, score, bonus, from: 'a', choices: ['b'] })
    const placed = placeAll([one('3', 80, 5), one('2', 85, 0), one('1', 85, 0)], { into: new Map([['b', 1]]), outOf: new Map() })
    expect(placed.map(p => [p.id, p.to])).toEqual([
      ['1', 'b'],
      ['2', null],
      ['3', null],
    ])
  })
})
