import type { Timeout } from '#flow/index.ts'
import { MINUTE_MS } from '#model/days.ts'
import { type ServiceHours, timeAfter, timesBetween } from '#model/service-hours.ts'
import { calendarOf, isSchoolDayOn } from '#modules/campus/server/api.ts'
import type { Db } from '#server/context.ts'
import { PARAMETERS } from '../model/parameters.ts'
import { settingsOf } from './settings.ts'

/** Working hours of the school days. */
async function officeHours(db: Db): Promise<ServiceHours> {
  const [book, { workFrom: from, workTo: to }] = await Promise.all([calendarOf(db), settingsOf(db)])
  const isOpen = (date: string): boolean => isSchoolDayOn(book, date)
  return from < to ? { from, to, isOpen } : { from: PARAMETERS.workFrom.initial, to: PARAMETERS.workTo.initial, isOpen }
}
/** 10-W10: when a step that was reached at `from` is due: so many hours of working time by the school's calendar, or by the clock.
 *  The unit of a deadline is the working hour: a school day has as many as lie between the parameters workFrom and workTo. */
export async function dueAt(db: Db, from: Date, timeout: Pick<Timeout, 'hours' | 'workingTime'>): Promise<Date> {
  return new Date(timeAfter(from.getTime(), timeout.hours * 60 * MINUTE_MS, timeout.workingTime ? await officeHours(db) : 'always'))
}
/** Minutes of working time between two moments. */
export const workMinutes = async (db: Db, from: Date, to: Date): Promise<number> => (await workMinutesOf(db, [[from, to]]))[0] ?? 0
/** The same for many spans: a school has tens of thousands of running steps. */
export async function workMinutesOf(db: Db, spans: ReadonlyArray<readonly [from: Date, to: Date]>): Promise<number[]> {
  const moments = spans.map(([from, to]) => [from.getTime(), to.getTime()] as const)
  return timesBetween(moments, await officeHours(db)).map(ms => Math.round(ms / MINUTE_MS))
}
