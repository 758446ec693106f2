import { describe, expect, it } from 'vitest'
import { candidatesNeeded, isQuorate, outcomeOf } from './model/outcome.ts'

const of = (...votes: number[]) => votes.map((n, at) => ({ id: `c${at}`, votes: n }))
describe('60-OG6 outcomes', () => {
  it('60-OG6 elected is who more than half of those present chose', () => {
    expect(outcomeOf(of(12, 9), 1, 20)).toEqual({ elected: ['c0'], next: [], seatsLeft: 0 })
    // exactly half is not more than half
    expect(outcomeOf(of(10, 9), 1, 20)).toEqual({ elected: [], next: ['c0', 'c1'], seatsLeft: 1 })
  })
  it('60-OG6 a tie at the last seat goes to a round among the tied', () => {
    expect(outcomeOf(of(18, 14, 14, 3), 2, 20)).toEqual({ elected: ['c0'], next: ['c1', 'c2'], seatsLeft: 1 })
    expect(outcomeOf(of(15, 15, 15), 1, 20)).toEqual({ elected: [], next: ['c0', 'c1', 'c2'], seatsLeft: 1 })
    // the tie lies above the last seat: both have one
    expect(outcomeOf(of(15, 15, 12), 2, 20)).toEqual({ elected: ['c0', 'c1'], next: [], seatsLeft: 0 })
  })
  it('60-OG6 nobody over half: the best go on, one more than there are seats; who equals the last goes with them', () => {
    expect(outcomeOf(of(9, 5, 4, 2), 1, 20)).toEqual({ elected: [], next: ['c0', 'c1'], seatsLeft: 1 })
    expect(outcomeOf(of(9, 5, 5, 1), 1, 20)).toEqual({ elected: [], next: ['c0', 'c1', 'c2'], seatsLeft: 1 })
    expect(outcomeOf(of(15, 8, 7, 1), 2, 20)).toEqual({ elected: ['c0'], next: ['c1', 'c2'], seatsLeft: 1 })
  })
  it('60-OG4 a league branch: more than two thirds present, a fifth more candidates than seats', () => {
    expect([isQuorate(20, 30), isQuorate(21, 30)]).toEqual([false, true])
    expect([1, 3, 5].map(n => candidatesNeeded(n, true))).toEqual([2, 4, 6])
    expect(candidatesNeeded(3, false)).toBe(3)
  })
})
