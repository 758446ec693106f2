import fc from 'fast-check'
import { expect, it } from 'vitest'
import { smallGroups } from './small-groups.ts'

it('shows no group below the limit, alone or as the rest of the total', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 12 }), fc.integer({ min: 2, max: 10 }), (counts, least) => {
      const sizes = new Map(counts.map((n, i) => [String(i), n]))
      const merged = smallGroups(sizes, least)
      const shown = [...sizes].filter(([key]) => !merged.has(key))
      const rest = [...sizes].filter(([key]) => merged.has(key)).reduce((sum, [, n]) => sum + n, 0)
      expect(shown.every(([, n]) => n >= least)).toBe(true)
      expect(rest === 0 || rest >= least || !shown.length).toBe(true)
    }),
  )
})
it('takes the next smallest along only where the small ones together are still too few', () => {
  const sizes = new Map([
    ['a', 40],
    ['b', 6],
    ['c', 2],
    ['d', 3],
  ])
  expect([...smallGroups(sizes, 5)]).toEqual(['c', 'd'])
  expect([...smallGroups(sizes, 6)]).toEqual(['c', 'd', 'b'])
  expect([...smallGroups(sizes, 2)]).toEqual([])
})
