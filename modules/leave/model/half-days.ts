import { schoolInstant, toSchoolTime } from '#model/school-time.ts'
import { addDays, daysBetween } from '#modules/campus/model/days.ts'

/**
 * Leaves are counted in half days: an integer that increments from morning to afternoon to the next morning, in the school's time zone. Pure functions, no clock.
 */
export type Half = number
/** Both ends inclusive. */
export interface Span {
  from: Half
  to: Half
}
export const HALVES = { am: '上午', pm: '下午' } as const
export type HalfName = keyof typeof HALVES
/** Start and end of a half day, for slips and lessons. */
export const HALF_TIMES = { am: ['08:00', '12:00'], pm: ['14:00', '18:00'] } as const
const EPOCH = '1970-01-01'
const NOON = '12:00'

export const halfOf = (date: string, name: HalfName): Half => daysBetween(EPOCH, date) * 2 + (name === 'pm' ? 1 : 0)
export const dateOf = (half: Half): string => addDays(EPOCH, Math.floor(half / 2))
export const nameOf = (half: Half): HalfName => (half % 2 ? 'pm' : 'am')
const moment = (half: Half, at: 0 | 1): string => schoolInstant(dateOf(half), HALF_TIMES[nameOf(half)][at])
export const beginOf = (half: Half): string => moment(half, 0)
export const endOf = (half: Half): string => moment(half, 1)

/** Half days touched by a leave; boundaries at noon exclude the adjacent half. */
export function spanOf(startAt: string, endAt: string): Span {
  const [start, end] = [toSchoolTime(startAt), toSchoolTime(endAt)]
  const from = halfOf(start.date, start.time < NOON ? 'am' : 'pm')
  const to = end.time === '00:00' ? halfOf(end.date, 'am') - 1 : halfOf(end.date, end.time <= NOON ? 'am' : 'pm')
  return { from, to: Math.max(from, to) }
}
/** Dates from the first to the last half day. */
export function datesOf({ from, to }: Span): string[] {
  const dates: string[] = []
  for (let half = from - (from % 2); half <= to; half += 2) dates.push(dateOf(half))
  return dates
}
/** Length in days; `counts` tells which days count: all, unless the school counts school days only. */
export function daysOf({ from, to }: Span, counts: (date: string) => boolean = () => true): number {
  let halves = 0
  for (let half = from; half <= to; half++) if (counts(dateOf(half))) halves++
  return halves / 2
}
/** Same length, shifted by this many half days: for the slider of the application form. */
export const moved = ({ from, to }: Span, by: number): Span => ({ from: from + by, to: to + by })
/** Whether an absence covers the night after a date, from late evening to the next morning. */
export const coversNight = ({ from, to }: Span, date: string): boolean => from <= halfOf(date, 'pm') && to >= halfOf(addDays(date, 1), 'am')
