import type { Dwell } from './types.ts'

export interface Usual extends Dwell {
  /** Share of the longest step, for the bar. */
  share: number
  /** Bottleneck. */
  isSlow: boolean
}
const LEAST_COUNT = 5
const LEAST_MINUTES = 240
/** Usual duration of each step, and the bottleneck: at least half a working day and half of the total. */
export function usualTimes(dwell: readonly Dwell[]): ReadonlyMap<string, Usual> {
  const longest = Math.max(1, ...dwell.map(d => d.medianMin))
  const all = dwell.reduce((sum, d) => sum + d.medianMin, 0)
  const isSlow = (d: Dwell): boolean => d.count >= LEAST_COUNT && d.medianMin >= LEAST_MINUTES && d.medianMin * 2 >= all && dwell.length > 1
  return new Map(dwell.map(d => [d.node, { ...d, share: d.medianMin / longest, isSlow: isSlow(d) }]))
}
