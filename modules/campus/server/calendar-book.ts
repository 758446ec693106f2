import type { Row } from '#model'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { calendarDay, schoolYear, term } from '../model/calendar.ts'
import { currentTerm, isSchoolDay, plainDay, studyYearOf, type TermSpan, workdayAfter, type YearSpan } from '../model/calendar-rules.ts'
import { eachDay, weekdayOf } from '../model/days.ts'
import { schoolYearOf } from '../model/school-year.ts'
import { derived } from './common.ts'

export type Term = Row<typeof term>
export type SchoolYear = Row<typeof schoolYear>
export type CalendarDay = Row<typeof calendarDay>
/** A term with its switch date filled in. */
export type FullTerm = Term & TermSpan
/** The school's calendar, cached. */
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
/** BC2: computed from switch dates and today on every call. */
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
/** A day's entry: as marked by the school, else derived from terms and weekday; undefined outside every school year. */
export function dayAt(book: CalendarBook, date: string): DayView | undefined {
  const marked = book.days.get(date)
  if (marked) return marked
  const year = yearHolding(book.years, date)
  return year && { ...plainDay(year, book.terms, date), asWeekday: null, name: null }
}
/** A day's type, defined for every date: as marked by the school, else derived from the terms. Outside every school year an ordinary week applies: Monday to Friday are teaching
 *  days. */
export const dayTypeOn = (book: CalendarBook, date: string): string => dayAt(book, date)?.dayType ?? (weekdayOf(date) > 5 ? 'weekend' : 'teaching')
/** Whether the school works on a day: teaching, exams or make-up; defined for every date (`dayTypeOn`). */
export const isSchoolDayOn = (book: CalendarBook, date: string): boolean => isSchoolDay(dayTypeOn(book, date))
/** The school year of a day; between two of the calendar, the one that begins in autumn. */
export const schoolYearOn = async (db: Db, day: string = today()): Promise<string> => dayAt(await calendarOf(db), day)?.xn ?? schoolYearOf(day)
/** The n-th school day after a date: the last day of a time limit in working days, which begins the next day. */
export const schoolDayAfter = (book: CalendarBook, date: string, n: number): string => workdayAfter(date, n, day => isSchoolDayOn(book, day))
/** BC5: school days from `from` to `to`, both included. The only place where school days are counted (leave, notice periods …). */
export async function schoolDaysBetween(db: Db, from: string, to: string): Promise<number> {
  if (to < from) return 0
  const book = await calendarOf(db)
  return eachDay(from, to).filter(date => isSchoolDayOn(book, date)).length
}
/** 30-BO3: years of study today, by entry year; null before the school has a calendar, and before the entry. */
export async function studyYears(db: Db): Promise<(grade: number | null) => number | null> {
  const book = await calendarOf(db)
  const xn = currentOf(book)?.xn ?? yearHolding(book.years, today())?.xn
  return grade => {
    const year = xn && grade ? studyYearOf(grade, xn) : 0
    return year > 0 ? year : null
  }
}
/** The current term, if the school has any. */
export async function termToday(db: Db): Promise<FullTerm | undefined> {
  return currentOf(await calendarOf(db))
}
