import { addDays } from '#modules/campus/model/days.ts'
import { type CalendarBook, calendarOf, isSchoolDayOn } from '#modules/campus/server/api.ts'
import type { Db } from '#server/context.ts'

/** A calendar without any working day ends the search. */
const MOST = 400
function nextWorkday(book: CalendarBook, from: string): string {
  let on = from
  for (let n = 0; n < MOST && !isSchoolDayOn(book, on); n++) on = addDays(on, 1)
  return on
}
/** Last day of a clock that starts the day after `from`, in working days of the school's calendar. */
export async function workdaysAfter(db: Db, from: string, days: number): Promise<string> {
  const book = await calendarOf(db)
  let on = from
  for (let n = 0; n < days; n++) on = nextWorkday(book, addDays(on, 1))
  return on
}
/** The same in calendar days; a last day that is no working day moves to the next one where the school wants it. */
export async function daysAfter(db: Db, from: string, days: number, movesOn: boolean): Promise<string> {
  const last = addDays(from, days)
  return movesOn ? nextWorkday(await calendarOf(db), last) : last
}
