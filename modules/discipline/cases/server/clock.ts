import { addDays } from '#modules/campus/model/days.ts'
import { calendarOf, isSchoolDayOn, schoolDayAfter } from '#modules/campus/server/api.ts'
import type { Db } from '#server/context.ts'

/** Last day of a clock that starts the day after `from`, in working days of the school's calendar. */
export const workdaysAfter = async (db: Db, from: string, days: number): Promise<string> => schoolDayAfter(await calendarOf(db), from, days)
/** The same in calendar days; a last day that is no working day moves to the next one where the school wants it. */
export async function daysAfter(db: Db, from: string, days: number, movesOn: boolean): Promise<string> {
  const [book, last] = [await calendarOf(db), addDays(from, days)]
  return movesOn && !isSchoolDayOn(book, last) ? schoolDayAfter(book, last, 1) : last
}
