import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assign, type Wish } from './model/ranking.ts'

const wish = (id: string, score: number, from: string, choices: string[], at = '2026-08-01T00:00:00Z'): Wish => ({ id, score, from, choices, at })
const resultOf = (wishes: readonly Wish[], quota: Record<string, number>) =>
  Object.fromEntries(assign(wishes, new Map(Object.entries(quota))).assigned.map(a => [a.id, a.to && `${a.to}${a.pass}`]))

describe('30-WM2 places', () => {
  it('go by score, then by the time of the application', () => {
    expect(resultOf([wish('a', 500, 'x', ['m']), wish('b', 510, 'x', ['m'])], { m: 1 })).toEqual({ b: 'm1', a: null })
    expect(resultOf([wish('a', 500, 'x', ['m'], '2026-08-02T00:00:00Z'), wish('b', 500, 'x', ['m'])], { m: 1 })).toEqual({ b: 'm1', a: null })
    expect(resultOf([wish('a', 500, 'x', ['m', 'n']), wish('b', 510, 'x', ['m'])], { m: 1, n: 1 })).toEqual({ b: 'm1', a: 'n1' })
  })
  it('are freed by leavers for the next pass, in chains', () => {
    // b leaves n for m; c takes the place in n and leaves o; d takes that
    const wishes = [wish('b', 600, 'n', ['m']), wish('c', 550, 'o', ['n']), wish('d', 540, 'x', ['o'])]
    const { assigned, passes } = assign(
      wishes,
      new Map([
        ['m', 1],
        ['n', 0],
        ['o', 0],
      ]),
    )
    expect(assigned.map(a => [a.id, a.to, a.pass])).toEqual([
      ['b', 'm', 1],
      ['c', 'n', 2],
      ['d', 'o', 3],
    ])
    expect(passes).toBe(3)
    // a major that takes no part takes nobody in
    expect(resultOf(wishes, { m: 1 })).toEqual({ b: 'm1', c: null, d: null })
  })
  it('never exceed quota and leavers, go to nobody lower than who missed them, and come out the same in whatever order', () => {
    const majors = ['m', 'n', 'o', 'p']
    const one = fc.record({
      score: fc.integer({ min: 400, max: 410 }),
      from: fc.constantFrom(...majors, 'x'),
      choices: fc.shuffledSubarray(majors, { minLength: 1, maxLength: 3 }),
    })
    fc.assert(
      fc.property(fc.array(one, { maxLength: 30 }), fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 4, maxLength: 4 }), (people, places) => {
        const wishes = people.map(({ score, from, choices }, n) =>
          wish(
            `w${String(n).padStart(2, '0')}`,
            score,
            from,
            choices.filter(c => c !== from),
          ),
        )
        const quota = new Map(majors.map((m, n) => [m, places[n] ?? 0]))
        const { assigned } = assign(wishes, quota)
        expect(assign([...wishes].reverse(), quota).assigned).toEqual(assigned)
        const [placed, ranks] = [new Map(assigned.map(a => [a.id, a.to])), new Map(assigned.map(a => [a.id, a.rank]))]
        const count = (is: (w: Wish) => boolean): number => wishes.filter(is).length
        for (const m of majors) {
          const most = (quota.get(m) ?? 0) + count(w => w.from === m && Boolean(placed.get(w.id)))
          const into = wishes.filter(w => placed.get(w.id) === m)
          expect(into.length).toBeLessThanOrEqual(most)
          const last = Math.max(0, ...into.map(w => ranks.get(w.id) ?? 0))
          for (const w of wishes) {
            const at = w.choices.indexOf(placed.get(w.id) ?? '')
            if (!(at < 0 ? w.choices : w.choices.slice(0, at)).includes(m)) continue
            expect(ranks.get(w.id)).toBeGreaterThan(last)
            expect(into.length).toBe(most)
          }
        }
      }),
    )
  })
})
