import { addDays, HOUR_MS } from './days.ts'

/** UTC offset of schools. China has one time zone (UTC+8) without daylight saving, so a fixed offset is exact, on server and browser alike. */
export const SCHOOL_AHEAD_MS = 8 * HOUR_MS

/** A point in time: ISO text as in database and wire, milliseconds, or a `Date`. */
export type Moment = string | number | Date
const msOf = (at: Moment): number => (typeof at === 'string' ? Date.parse(at) : Number(at))
/** Local school time in ISO format. */
const local = (at: Moment): string => new Date(msOf(at) + SCHOOL_AHEAD_MS).toISOString()

/** Local date: `2026-09-14`. */
export const schoolDate = (at: Moment): string => local(at).slice(0, 10)
/** Local time: `08:30`. */
export const schoolClock = (at: Moment): string => local(at).slice(11, 16)
/** `2026-09-14 08:30` */
export const schoolTimeText = (at: Moment): string => local(at).slice(0, 16).replace('T', ' ')
/** `2026-09-14 08:30:15` */
export const schoolSecondsText = (at: Moment): string => local(at).slice(0, 19).replace('T', ' ')
/** Local time with seconds: `08:30:15`. */
export const schoolSecondsClock = (at: Moment): string => local(at).slice(11, 19)
/** Local date and time. */
export const toSchoolTime = (at: Moment): { date: string; time: string } => ({ date: schoolDate(at), time: schoolClock(at) })
/** Local hour, 0 to 23. */
export const schoolHour = (at: Moment): number => Number(local(at).slice(11, 13))

/** Milliseconds of a local date and time (`08:30` or `08:30:15`); midnight by default. */
export const schoolMs = (date: string, clock = '00:00'): number => Date.parse(`${date}T${clock}+08:00`)
/** ISO text in UTC of a local date and time. */
export const schoolInstant = (date: string, clock?: string): string => new Date(schoolMs(date, clock)).toISOString()
/** The midnight that ends a local date: the first moment that is no longer of it. */
export const schoolDayEnd = (date: string): string => schoolInstant(addDays(date, 1))

/** Half-open range of dates: `end` is excluded; no end means still running. */
export interface DaySpan {
  startDate: string
  endDate: string | null
}
export const holdsOn = ({ startDate, endDate }: DaySpan, day: string): boolean => startDate <= day && (endDate === null || endDate > day)
export const spansOverlap = (a: DaySpan, b: DaySpan): boolean => (a.endDate === null || a.endDate > b.startDate) && (b.endDate === null || b.endDate > a.startDate)
