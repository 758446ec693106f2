import type { Row } from '#model'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { calendarDay, schoolYear, term } from '../model/calendar.ts'
import { currentTerm, isSchoolDay, plainDay, type TermSpan, type YearSpan } from '../model/calendar-rules.ts'
import { eachDay, weekdayOf } from '../model/days.ts'
import { derived } from './common.ts'

export type Term = Row<typeof term>
export type SchoolYear = Row<typeof schoolYear>
export type CalendarDay = Row<typeof calendarDay>
/** A term as calculations want it: the server has filled in its switch date. */
export type FullTerm = Term & TermSpan
/** Everything the school's calendar says, from memory. */
export interface CalendarBook {
  years: readonly SchoolYear[]
  /** Oldest first. */
  terms: readonly FullTerm[]
  days: ReadonlyMap<string, CalendarDay>
}
const ordered = derived((rows: ReadonlyMap<string, Term>) => ([...rows.values()] as FullTerm[]).sort((a, b) => a.startDate.localeCompare(b.startDate)))
const byDate = derived((rows: ReadonlyMap<string, CalendarDay>) => new Map([...rows.values()].map(d => [d.date, d])))
const newestFirst = derived((rows: ReadonlyMap<string, SchoolYear>) => [...rows.values()].sort((a, b) => b.xn.localeCompare(a.xn)))

export async function calendarOf(db: Db): Promise<CalendarBook> {
  const [years, terms, days] = await Promise.all([db.cached(schoolYear), db.cached(term), db.cached(calendarDay)])
  const day = today()
  return { years: newestFirst(years, day), terms: ordered(terms, day), days: byDate(days, day) }
}
/** BC2: computed from switch dates and today, every time it is asked. */
export const currentOf = (book: CalendarBook, day: string = today()): FullTerm | undefined => currentTerm(book.terms, day)
export const yearHolding = (years: readonly YearSpan[], date: string): YearSpan | undefined => years.find(y => y.startDate <= date && date <= y.endDate)

export interface DayView {
  date: string
  xn: string
  xqM: string | null
  weekNo: number | null
  dayType: string
  asWeekday: number | null
  name: string | null
}
/** What a day is: as the school marked it, else as terms and weekdays say; undefined outside every school year. */
export function dayAt(book: CalendarBook, date: string): DayView | undefined {
  const marked = book.days.get(date)
  if (marked) return marked
  const year = yearHolding(book.years, date)
  return year && { ...plainDay(year, book.terms, date), asWeekday: null, name: null }
}
/** What kind of day it is, for every day there is: as the school marked it, else as its terms say. Outside every school year nobody has said anything yet, and a day counts
 *  as in an ordinary week: Monday to Friday are teaching days, Saturday and Sunday the weekend. */
export const dayTypeOn = (book: CalendarBook, date: string): string => dayAt(book, date)?.dayType ?? (weekdayOf(date) > 5 ? 'weekend' : 'teaching')
/** Whether the school works on a day: taught, examined or made up; for every day there is (`dayTypeOn`). */
export const isSchoolDayOn = (book: CalendarBook, date: string): boolean => isSchoolDay(dayTypeOn(book, date))
/** BC5: school days from `from` to `to`, both included. Leave, notice periods and everything else count here and nowhere else. */
export async function schoolDaysBetween(db: Db, from: string, to: string): Promise<number> {
  if (to < from) return 0
  const book = await calendarOf(db)
  return eachDay(from, to).filter(date => isSchoolDayOn(book, date)).length
}
/** The term that counts today, if the school has any. */
export async function termToday(db: Db): Promise<FullTerm | undefined> {
  return currentOf(await calendarOf(db))
}
