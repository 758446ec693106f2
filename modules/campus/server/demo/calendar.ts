import type { Db } from '#server/context.ts'
import { calendarDay, schoolYear, term } from '../../model/calendar.ts'
import { type DayType, daysOfYear } from '../../model/calendar-rules.ts'
import { addDays } from '../../model/days.ts'
import { type HolidayDay, holidaysOf } from '../seed-holidays.ts'
import { termsOf, xnOf, yearStart } from '../usual-year.ts'

/** Ten past school years, the current one and the next, with their days; the last week of a term is for exams, and holidays are marked where known. */
export async function makeCalendar(db: Db, begin: number): Promise<void> {
  const begins = Array.from({ length: 12 }, (_, i) => begin - 10 + i)
  const years = begins.map(b => ({ xn: xnOf(b), startDate: yearStart(b), endDate: addDays(yearStart(b + 1), -1) }))
  const terms = begins.flatMap(termsOf)
  await db.insertMany(schoolYear, years)
  await db.insertMany(
    term,
    terms.map(t => ({ ...t, registerFrom: addDays(t.startDate, -3), registerTo: addDays(t.startDate, 11) })),
  )
  const marked = new Map<string, HolidayDay>(begins.flatMap(b => [...holidaysOf(b), ...holidaysOf(b + 1)]).map(h => [h.date, h]))
  const days = years
    .flatMap(y => daysOfYear(y, terms))
    .map(day => {
      const holiday = marked.get(day.date)
      const last = terms.find(t => t.xn === day.xn && t.xqM === day.xqM)?.weeks
      const dayType: DayType = holiday?.dayType ?? (day.weekNo === last && day.dayType === 'teaching' ? 'exam' : day.dayType)
      return { ...day, xqM: day.xqM as '1' | '2' | '3' | null, dayType, asWeekday: holiday?.asWeekday ?? null, name: holiday?.name ?? null }
    })
  await db.insertMany(calendarDay, days)
}
