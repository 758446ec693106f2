import type { Timeout } from '#model/flow/index.ts'
import { schoolMs } from '#model/school-time.ts'
import { addDays, eachDay } from '#modules/campus/model/days.ts'
import { type CalendarBook, calendarOf, isSchoolDayOn } from '#modules/campus/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { PARAMETERS } from '../model/parameters.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** Upper bound of a deadline in days; also ends the loop where a calendar has no school days left. */
const MOST_DAYS = 1500
/** Working hours. */
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
/** Working time of a day from a moment on; empty on days off. */
function spanOn(office: Office, date: string, notBefore: number): { start: number; end: number } {
  const end = schoolMs(date, office.to)
  return isSchoolDayOn(office.book, date) ? { start: Math.min(end, Math.max(notBefore, schoolMs(date, office.from))), end } : { start: end, end }
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
  return new Date(from.getTime() + MOST_DAYS * DAY)
}
/** Minutes of working time between two moments. */
export const workMinutes = async (db: Db, from: Date, to: Date): Promise<number> => (await workMinutesOf(db, [[from, to]]))[0] ?? 0
/** The same for many spans. A school has tens of thousands of running steps: each day is looked up once for all of them. */
export async function workMinutesOf(db: Db, spans: ReadonlyArray<readonly [from: Date, to: Date]>): Promise<number[]> {
  const moments = spans.map(([from, to]) => [from.getTime(), Math.min(to.getTime(), from.getTime() + MOST_DAYS * DAY)] as const)
  const spentBy = workUpTo(await officeOf(db), moments.flat())
  return moments.map(([from, to]) => (to <= from ? 0 : Math.round((spentBy(to) - spentBy(from)) / MINUTE)))
}
/** Cumulative working milliseconds up to each of these moments, counted from the first day. */
function workUpTo(office: Office, moments: readonly number[]): (moment: number) => number {
  const earliest = moments.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
  const latest = moments.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)
  if (earliest > latest) return () => 0
  const first = today(new Date(earliest))
  const midnight = schoolMs(first, '00:00')
  let before = 0
  const days = eachDay(first, today(new Date(latest))).map(date => {
    const { start, end } = spanOn(office, date, Number.NEGATIVE_INFINITY)
    const day = { start, end, before }
    before += end - start
    return day
  })
  return moment => {
    const day = days[Math.floor((moment - midnight) / DAY)]
    return day ? day.before + Math.min(Math.max(moment, day.start), day.end) - day.start : 0
  }
}
