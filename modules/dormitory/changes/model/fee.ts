import { addDays, daysBetween, monthAfter } from '#modules/campus/model/days.ts'
import { schoolYearOf, yearEnds } from '#modules/campus/model/school-year.ts'

/** Months from September, in which the charged ones come first. */
const SEPTEMBER = 9
const monthOf = (date: string): number => (Number(date.slice(5, 7)) - SEPTEMBER + 12) % 12
const firstOf = (date: string): string => `${date.slice(0, 7)}-01`
const nextMonth = (date: string): string => `${monthAfter(date, 1)}-01`
/** The first of September after a day: end of the school year. */
const endOfYear = (date: string): string => addDays(yearEnds(schoolYearOf(date)), 1)
/** 20-DM6: charged months left in the new room, of so many a year; the month of the change counts only if most of its nights lie there. After the last of a year the next one counts. */
export function monthsLeft(effectiveDate: string, perYear: number): number {
  const day = monthOf(effectiveDate) < perYear ? effectiveDate : endOfYear(effectiveDate)
  let count = 0
  const first = firstOf(day)
  for (let month = first; month < endOfYear(day); month = nextMonth(month)) {
    if (monthOf(month) >= perYear) continue
    const nightsBefore = month === first ? daysBetween(month, day) : 0
    const nightsAfter = daysBetween(month === first ? day : month, nextMonth(month))
    if (nightsAfter > nightsBefore) count++
  }
  return count
}
/** Price difference for the rest of the school year in fen; null if a price is unknown. */
export const feeDifference = (from: number | null | undefined, to: number | null | undefined, effectiveDate: string, perYear: number): number | null =>
  from === null || from === undefined || to === null || to === undefined ? null : Math.round(((to - from) * monthsLeft(effectiveDate, perYear)) / perYear)
