import { describe, expect, it } from 'vitest'
import { byMedian, levelSeats, shareOut } from './batches/model/ranking.ts'

describe('40-A6 seats are shared out by the largest remainder', () => {
  it('120 seats over 4,310, 3,205 and 2,485 heads are 52, 38 and 30', () => {
    const heads = { a: 4310, b: 3205, c: 2485 }
    const seats = shareOut(
      120,
      Object.entries(heads).map(([id, weight]) => ({ id, weight, fixed: 0 })),
    )
    expect([...seats.values()]).toEqual([52, 38, 30])
  })
  it('fixed seats come first, and the sum is the total whatever the weights', () => {
    for (let total = 0; total < 60; total++) {
      const seats = shareOut(total + 7, [
        { id: 'a', weight: 3, fixed: 5 },
        { id: 'b', weight: 1, fixed: 0 },
        { id: 'c', weight: 1.7, fixed: 2 },
      ])
      expect([...seats.values()].reduce((a, b) => a + b, 0)).toBe(total + 7)
      expect(seats.get('a')).toBeGreaterThanOrEqual(5)
    }
  })
  it('levels share a college’s seats, and one level takes all', () => {
    const levels = [
      { name: '一等', share: 20 },
      { name: '二等', share: 30 },
      { name: '三等', share: 50 },
    ]
    expect([...levelSeats(7, levels).values()]).toEqual([1, 2, 4])
    expect([...levelSeats(7, [{ name: '一', share: null }]).values()]).toEqual([7])
  })
})
it('40-A8 the median rank decides, then the mean, then the order given', () => {
  const ballots = [
    ['a', 'b', 'c'],
    ['b', 'c', 'a'],
    ['b', 'a', 'c'],
  ]
  expect(byMedian(['a', 'b', 'c'], ballots)).toEqual([
    { id: 'b', median: 1 },
    { id: 'a', median: 2 },
    { id: 'c', median: 3 },
  ])
  expect(byMedian(['a', 'b'], [])).toEqual([
    { id: 'a', median: 2 },
    { id: 'b', median: 2 },
  ])
})
