import { addDays, daysBetween } from '#modules/campus/model/days.ts'

/** A year of lodging is charged in ten parts, September to June. */
const CHARGED = 10
const SUMMER: readonly number[] = [7, 8]
const monthOf = (date: string): number => Number(date.slice(5, 7))
const firstOf = (date: string): string => `${date.slice(0, 7)}-01`
const nextMonth = (date: string): string => firstOf(addDays(firstOf(date), 31))
/** The first of July after a day: the school year's charged months lie before it. */
function endOfYear(date: string): string {
  const year = Number(date.slice(0, 4))
  return monthOf(date) <= 6 ? `${year}-07-01` : `${year + 1}-07-01`
}
/** 20-DM6: months of the school year that are charged by the new room: that of the change only where more nights lie in the new one. */
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
/** What the rest of the school year costs more in the new room, in fen; null where a price is unknown. */
export const feeDifference = (from: number | null | undefined, to: number | null | undefined, effectiveDate: string): number | null =>
  from === null || from === undefined || to === null || to === undefined ? null : Math.round(((to - from) * monthsLeft(effectiveDate)) / CHARGED)
