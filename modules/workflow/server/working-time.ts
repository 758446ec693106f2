import type { Timeout } from '#model/flow/index.ts'
import { addDays, weekdayOf } from '#modules/campus/model/days.ts'
import { isSchoolDay } from '#modules/campus/model/index.ts'
import { type CalendarBook, calendarOf, dayAt } from '#modules/campus/server/api.ts'
import type { Db } from '#server/context.ts'
import { today } from '#server/today.ts'
import { PARAMETERS } from '../model/parameters.ts'

const MINUTE = 60_000
/** Nothing waits for longer than this; it also ends the search where a calendar has no school day left. */
const MOST_DAYS = 1500
/** When people are at work. */
interface Office {
  book: CalendarBook
  from: string
  to: string
}
async function officeOf(db: Db): Promise<Office> {
  const [book, settings] = await Promise.all([calendarOf(db), db.params('workflow')])
  const { workFrom, workTo } = PARAMETERS
  const from = typeof settings.workFrom === 'string' && isTime(settings.workFrom) ? settings.workFrom : workFrom.initial
  const to = typeof settings.workTo === 'string' && isTime(settings.workTo) ? settings.workTo : workTo.initial
  return from < to ? { book, from, to } : { book, from: workFrom.initial, to: workTo.initial }
}
const isTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)
const at = (date: string, time: string): number => Date.parse(`${date}T${time}:00+08:00`)
/** As the school marked the day; outside every school year Monday to Friday. */
export const isWorkday = (book: CalendarBook, date: string): boolean => {
  const day = dayAt(book, date)
  return day ? isSchoolDay(day.dayType) : weekdayOf(date) < 6
}
/** Working time of a day from a moment on, as a span; empty on days off. */
function spanOn(office: Office, date: string, notBefore: number): { start: number; end: number } {
  const end = at(date, office.to)
  return isWorkday(office.book, date) ? { start: Math.min(end, Math.max(notBefore, at(date, office.from))), end } : { start: end, end }
}
/** 10-W10: when a step that was reached at `from` is due: so many hours of working time by the school's calendar, or by the clock.
 *  The unit of a deadline is the working hour: a school day has as many as lie between the parameters workFrom and workTo. */
export async function dueAt(db: Db, from: Date, timeout: Pick<Timeout, 'hours' | 'workingTime'>): Promise<Date> {
  if (!timeout.workingTime) return new Date(from.getTime() + timeout.hours * 60 * MINUTE)
  const office = await officeOf(db)
  let left = timeout.hours * 60 * MINUTE
  for (let day = today(from), n = 0; n < MOST_DAYS; day = addDays(day, 1), n++) {
    const { start, end } = spanOn(office, day, from.getTime())
    if (end > start && left <= end - start) return new Date(start + left)
    left -= end - start
  }
  return new Date(from.getTime() + MOST_DAYS * 24 * 60 * MINUTE)
}
/** Minutes of working time between two moments. */
export async function workMinutes(db: Db, from: Date, to: Date): Promise<number> {
  const office = await officeOf(db)
  return minutesIn(office, from.getTime(), to.getTime())
}
/** The same for many spans, reading the calendar once. */
export async function workMinutesOf(db: Db, spans: ReadonlyArray<readonly [from: Date, to: Date]>): Promise<number[]> {
  const office = await officeOf(db)
  return spans.map(([from, to]) => minutesIn(office, from.getTime(), to.getTime()))
}
function minutesIn(office: Office, from: number, to: number): number {
  if (to <= from) return 0
  let spent = 0
  const last = today(new Date(to))
  for (let day = today(new Date(from)), n = 0; day <= last && n < MOST_DAYS; day = addDays(day, 1), n++) {
    const { start, end } = spanOn(office, day, from)
    spent += Math.max(0, Math.min(end, to) - start)
  }
  return Math.round(spent / MINUTE)
}
