import type { Dwell } from './types.ts'

export interface Usual extends Dwell {
  /** Of the longest step, for the bar. */
  share: number
  /** Most of the waiting happens here. */
  isSlow: boolean
}
const LEAST_COUNT = 5
const LEAST_MINUTES = 240
/** How long each step usually takes, and which one holds the others up: at least half a working day and half of all the time there is. */
export function usualTimes(dwell: readonly Dwell[]): ReadonlyMap<string, Usual> {
  const longest = Math.max(1, ...dwell.map(d => d.medianMin))
  const all = dwell.reduce((sum, d) => sum + d.medianMin, 0)
  const isSlow = (d: Dwell): boolean => d.count >= LEAST_COUNT && d.medianMin >= LEAST_MINUTES && d.medianMin * 2 >= all && dwell.length > 1
  return new Map(dwell.map(d => [d.node, { ...d, share: d.medianMin / longest, isSlow: isSlow(d) }]))
}
