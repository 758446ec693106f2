import { weekdayOf } from '#modules/campus/model/days.ts'
import { calendarOf, dayAt, isSchoolDayOn } from '#modules/campus/server/api.ts'
import type { Db } from '#server/context.ts'
import type { DayOf } from '../model/timing.ts'

/** Calendar lookup by day: a swapped workday has the timetable of another weekday. */
export async function dayReader(db: Db): Promise<(date: string) => DayOf> {
  const book = await calendarOf(db)
  return date => {
    const day = dayAt(book, date)
    return { weekday: day?.asWeekday ?? weekdayOf(date), isFree: !isSchoolDayOn(book, date) }
  }
}
