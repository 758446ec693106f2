import type { Timeout } from '#model/flow/index.ts'
import { type ServiceHours, timeAfter, timesBetween } from '#model/service-hours.ts'
import { calendarOf, isSchoolDayOn } from '#modules/campus/server/api.ts'
import type { Db } from '#server/context.ts'
import { PARAMETERS } from '../model/parameters.ts'

const MINUTE = 60_000
/** Working hours of the school days. */
async function officeHours(db: Db): Promise<ServiceHours> {
  const [book, settings] = await Promise.all([calendarOf(db), db.params('workflow')])
  const { workFrom, workTo } = PARAMETERS
  const isOpen = (date: string): boolean => isSchoolDayOn(book, date)
  const from = typeof settings.workFrom === 'string' && isTime(settings.workFrom) ? settings.workFrom : workFrom.initial
  const to = typeof settings.workTo === 'string' && isTime(settings.workTo) ? settings.workTo : workTo.initial
  return from < to ? { from, to, isOpen } : { from: workFrom.initial, to: workTo.initial, isOpen }
}
const isTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)
/** 10-W10: when a step that was reached at `from` is due: so many hours of working time by the school's calendar, or by the clock.
 *  The unit of a deadline is the working hour: a school day has as many as lie between the parameters workFrom and workTo. */
export async function dueAt(db: Db, from: Date, timeout: Pick<Timeout, 'hours' | 'workingTime'>): Promise<Date> {
  return new Date(timeAfter(from.getTime(), timeout.hours * 60 * MINUTE, timeout.workingTime ? await officeHours(db) : 'always'))
}
/** Minutes of working time between two moments. */
export const workMinutes = async (db: Db, from: Date, to: Date): Promise<number> => (await workMinutesOf(db, [[from, to]]))[0] ?? 0
/** The same for many spans: a school has tens of thousands of running steps. */
export async function workMinutesOf(db: Db, spans: ReadonlyArray<readonly [from: Date, to: Date]>): Promise<number[]> {
  const moments = spans.map(([from, to]) => [from.getTime(), to.getTime()] as const)
  return timesBetween(moments, await officeHours(db)).map(ms => Math.round(ms / MINUTE))
}
