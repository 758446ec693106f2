import { type TermSpan, termTitle } from '../model/calendar-rules.ts'
import { addDays, weekdayOf } from '../model/days.ts'

/** First year of the school year of a day: school years begin in the last days of August. */
export const schoolYearAt = (day: string): number => Number(day.slice(0, 4)) - (day.slice(5) < '08-25' ? 1 : 0)
/** The Monday nearest to a day. */
const monday = (date: string): string => addDays(date, weekdayOf(date) <= 4 ? 1 - weekdayOf(date) : 8 - weekdayOf(date))
export const yearStart = (begin: number): string => monday(`${begin}-09-01`)
export const xnOf = (begin: number): string => `${begin}-${begin + 1}`

/** Typical dates of a school year's two terms; schools adjust them. */
export function termsOf(begin: number): Array<TermSpan & { xqM: '1' | '2'; name: string }> {
  const xn = xnOf(begin)
  const make = (xqM: '1' | '2', week1Start: string, weeks: number) => ({
    xn,
    xqM,
    name: termTitle(xn, xqM),
    week1Start,
    weeks,
    startDate: week1Start,
    endDate: addDays(week1Start, weeks * 7 - 1),
    switchDate: addDays(week1Start, -7),
  })
  return [make('1', yearStart(begin), 20), make('2', monday(`${begin + 1}-02-25`), 19)]
}
