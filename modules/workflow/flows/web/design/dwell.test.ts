import { describe, expect, it } from 'vitest'
import { usualTimes } from './dwell.ts'

const at = (node: string, medianMin: number, count = 30) => ({ node, medianMin, count, p90Min: medianMin * 2, returnedPercent: 4 })

describe('the time each step usually takes', () => {
  it('marks the one step where most of the waiting happens, and no other', () => {
    const times = usualTimes([at('fdy', 36), at('college', 156), at('office', 1140)])
    expect([...times].map(([node, time]) => [node, time.isSlow])).toEqual([
      ['fdy', false],
      ['college', false],
      ['office', true],
    ])
    expect(times.get('fdy')?.share).toBeCloseTo(36 / 1140)
  })
  it('marks nothing where all are quick, where too few were counted, or where there is only one step', () => {
    expect([...usualTimes([at('a', 20), at('b', 90)]).values()].some(time => time.isSlow)).toBe(false)
    expect([...usualTimes([at('a', 20), at('b', 900, 4)]).values()].some(time => time.isSlow)).toBe(false)
    expect(usualTimes([at('a', 900)]).get('a')?.isSlow).toBe(false)
  })
})
