import { MINUTE_MS } from '#model/days.ts'

interface Timed {
  startedAt: string
  /** Minutes of everybody. */
  minutes: number
  endTime: string
  /** Granted to this candidate, in percent of the minutes. */
  extraPercent: number
  /** Granted to this attempt. */
  extraMinutes: number
}
/** 60-OT3: the minutes with what is added to them, but no longer than the window with the same addition. */
export function deadlineOf({ startedAt, minutes, endTime, extraPercent, extraMinutes }: Timed): string {
  const extra = ((minutes * extraPercent) / 100 + extraMinutes) * MINUTE_MS
  return new Date(Math.min(Date.parse(startedAt) + minutes * MINUTE_MS, Date.parse(endTime)) + extra).toISOString()
}
export const SCORINGS = { best: '取最高', last: '取最后一次', first: '取第一次' } as const
export type Scoring = keyof typeof SCORINGS
/** Which of several marked attempts counts, given in their order. */
export function countedOf<A extends { total: number }>(attempts: readonly A[], scoring: Scoring): A | undefined {
  if (scoring === 'first') return attempts[0]
  if (scoring === 'last') return attempts.at(-1)
  return attempts.reduce<A | undefined>((best, one) => (best && best.total >= one.total ? best : one), undefined)
}
