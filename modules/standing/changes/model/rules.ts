import { addMonths } from '#modules/campus/model/days.ts'

/** Calendar months that a span touches, a part of one counting as a whole: 2026-09-01 to 2027-08-31 are twelve. */
export function monthsOf(from: string, until: string): number {
  const [fy = 0, fm = 0, fd = 0] = from.split('-').map(Number)
  const [uy = 0, um = 0, ud = 0] = until.split('-').map(Number)
  return Math.max(0, (uy - fy) * 12 + um - fm + (ud > fd ? 1 : 0))
}
const MONTHS = 12
/** Day on which the longest time to study ends: years from the day of entry, which months of service lengthen. */
export const lastDayOf = (enrolDate: string, maxYears: number, servedMonths: number): string => addMonths(enrolDate, Math.round(maxYears * MONTHS) + servedMonths)
export const yearsBetween = (from: string, until: string): number => Math.round((monthsOf(from, until) / MONTHS) * 10) / 10
