import { addDays, daysBetween } from '#modules/campus/model/days.ts'

/** A year of lodging is charged in ten months, September to June. */
const CHARGED = 10
const SUMMER: readonly number[] = [7, 8]
const monthOf = (date: string): number => Number(date.slice(5, 7))
const firstOf = (date: string): string => `${date.slice(0, 7)}-01`
const nextMonth = (date: string): string => firstOf(addDays(firstOf(date), 31))
/** The first of July after a day: end of the school year's charged months. */
function endOfYear(date: string): string {
  const year = Number(date.slice(0, 4))
  return monthOf(date) <= 6 ? `${year}-07-01` : `${year + 1}-07-01`
}
/** 20-DM6: charged months left in the new room; the month of the change counts only if most of its nights lie there. */
export function monthsLeft(effectiveDate: string): number {
  let count = 0
  const first = firstOf(effectiveDate)
  for (let month = first; month < endOfYear(effectiveDate); month = nextMonth(month)) {
    if (SUMMER.includes(monthOf(month))) continue
    const nightsBefore = month === first ? daysBetween(month, effectiveDate) : 0
    const nightsAfter = daysBetween(month === first ? effectiveDate : month, nextMonth(month))
    if (nightsAfter > nightsBefore) count++
  }
  return count
}
/** Price difference for the rest of the school year in fen; null if a price is unknown. */
export const feeDifference = (from: number | null | undefined, to: number | null | undefined, effectiveDate: string): number | null =>
  from === null || from === undefined || to === null || to === undefined ? null : Math.round(((to - from) * monthsLeft(effectiveDate)) / CHARGED)
