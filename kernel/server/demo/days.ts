import { DAY_MS, HOUR_MS, weekdayOf } from '#model/days.ts'
import { schoolDate, schoolInstant } from '#model/school-time.ts'

/** The date so many days from today; negative: in the past. */
export const day = (days: number): string => schoolDate(Date.now() + days * DAY_MS)
/** A clock time on that day. */
export const moment = (days: number, clock: string): string => schoolInstant(day(days), clock)
/** So many hours from now; negative: in the past. */
export const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString()
const isWeekend = (date: string): boolean => weekdayOf(date) > 5
/** The same, moved to the next Monday from a weekend. */
export function workday(days: number): string {
  const date = day(days)
  return isWeekend(date) ? workday(days + 1) : date
}
