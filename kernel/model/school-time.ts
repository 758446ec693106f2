/** The clock of a school. China has one time zone, eight hours ahead of UTC, and no summer time, so a fixed shift is exact; server and browser calculate alike, wherever they run. */
export const SCHOOL_AHEAD_MS = 8 * 3_600_000

/** A moment: ISO text as the database and the wire have it, milliseconds, or a `Date`. */
export type Moment = string | number | Date
const msOf = (at: Moment): number => (typeof at === 'string' ? Date.parse(at) : Number(at))
/** The moment as a clock at the school shows it, in the shape of ISO text. */
const local = (at: Moment): string => new Date(msOf(at) + SCHOOL_AHEAD_MS).toISOString()

/** The school's date of a moment: `2026-09-14`. */
export const schoolDate = (at: Moment): string => local(at).slice(0, 10)
/** The time of day: `08:30`. */
export const schoolClock = (at: Moment): string => local(at).slice(11, 16)
/** `2026-09-14 08:30` */
export const schoolTimeText = (at: Moment): string => local(at).slice(0, 16).replace('T', ' ')
/** `2026-09-14 08:30:15` */
export const schoolSecondsText = (at: Moment): string => local(at).slice(0, 19).replace('T', ' ')
/** Date and time of day of a moment. */
export const toSchoolTime = (at: Moment): { date: string; time: string } => ({ date: schoolDate(at), time: schoolClock(at) })
/** The hour of the day, 0 to 23. */
export const schoolHour = (at: Moment): number => Number(local(at).slice(11, 13))

/** Milliseconds of a date and a time of day at the school, `08:30` or `08:30:15`; midnight without a time. */
export const schoolMs = (date: string, clock = '00:00'): number => Date.parse(`${date}T${clock}+08:00`)
/** The same as ISO text in UTC. */
export const schoolInstant = (date: string, clock?: string): string => new Date(schoolMs(date, clock)).toISOString()

/** A span of days, half-open: the end date is the first day without. No end is still running. */
export interface DaySpan {
  startDate: string
  endDate: string | null
}
export const holdsOn = ({ startDate, endDate }: DaySpan, day: string): boolean => startDate <= day && (endDate === null || endDate > day)
export const spansOverlap = (a: DaySpan, b: DaySpan): boolean => (a.endDate === null || a.endDate > b.startDate) && (b.endDate === null || b.endDate > a.startDate)
