import { HOUR_MS } from '#model/days.ts'
import { schoolClock, schoolDate, schoolInstant } from '#model/school-time.ts'
import { addDays, eachDay } from '#modules/campus/model/days.ts'

export const REPEATS = { once: '一次', daily: '每天', weekly: '每周' } as const
export type Repeat = keyof typeof REPEATS
/** Times of a task. One-off tasks use the round's own window; the others a daily time inside it. */
export interface Timing {
  repeat: Repeat
  /** 1 Monday … 7 Sunday. */
  weekdays: readonly number[] | null
  skipsHolidays: boolean | null
  beginTime: string
  endTime: string
  openTime: string | null
  lateTime: string | null
  closeTime: string | null
}
/** Signing window of one occurrence. */
export interface Window {
  date: string
  opensAt: string
  /** From here on an answer is late. */
  lateAt: string | null
  closesAt: string
}
/** Calendar entry of a day: the weekday whose timetable applies, and whether it is free. */
export interface DayOf {
  weekday: number
  isFree: boolean
}
/** Longest one-off task, to catch a wrong date. */
export const LONGEST_HOURS = 24

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
/** The next moment with this clock time, not before `from` of the same evening: 23:30 → 00:30 lies on the next day. */
function momentAt(date: string, time: string, from: string): string {
  const day = minutesOf(time) < minutesOf(from) ? addDays(date, 1) : date
  return schoolInstant(day, time.slice(0, 5))
}
function windowOn(date: string, openTime: string, lateTime: string | null, closeTime: string): Window {
  return {
    date,
    opensAt: momentAt(date, openTime, openTime),
    lateAt: lateTime ? momentAt(date, lateTime, openTime) : null,
    closesAt: momentAt(date, closeTime, openTime),
  }
}
function onceOf({ beginTime, endTime, lateTime }: Timing): Window {
  const date = schoolDate(beginTime)
  return {
    date,
    opensAt: new Date(beginTime).toISOString(),
    lateAt: lateTime ? momentAt(date, lateTime, schoolClock(beginTime)) : null,
    closesAt: new Date(endTime).toISOString(),
  }
}
/** 20-SA1: the windows of a task up to and including a day, each wholly inside the round's window. */
export function windowsOf(timing: Timing, dayOf: (date: string) => DayOf, last: string): Window[] {
  if (timing.repeat === 'once') return schoolDate(timing.beginTime) <= last ? [onceOf(timing)] : []
  const { openTime, closeTime, lateTime, weekdays } = timing
  if (!openTime || !closeTime) return []
  const until = schoolDate(timing.endTime)
  const meant = (date: string): boolean => {
    const day = dayOf(date)
    return !(timing.skipsHolidays && day.isFree) && (timing.repeat === 'daily' || (weekdays ?? []).includes(day.weekday))
  }
  return eachDay(schoolDate(timing.beginTime), until < last ? until : last)
    .filter(meant)
    .map(date => windowOn(date, openTime, lateTime, closeTime))
    .filter(w => Date.parse(w.opensAt) >= Date.parse(timing.beginTime) && Date.parse(w.closesAt) <= Date.parse(timing.endTime))
}
export interface Violation {
  key: 'closeTime' | 'times' | 'lateTime' | 'weekdays' | 'tooLong'
  values: Record<string, string | number>
  field: string
}
/** The violation of a task's times, if any. */
export function timingProblem(timing: Timing): Violation | undefined {
  const { repeat, openTime, closeTime, lateTime, beginTime, endTime } = timing
  const [open, close] = repeat === 'once' ? [schoolClock(beginTime), schoolClock(endTime)] : [openTime?.slice(0, 5), closeTime?.slice(0, 5)]
  if (!open || !close) return { key: 'times', values: { repeat: REPEATS[repeat] }, field: open ? 'closeTime' : 'openTime' }
  if (repeat !== 'once' && open === close) return { key: 'closeTime', values: { time: open }, field: 'closeTime' }
  const hours = (Date.parse(endTime) - Date.parse(beginTime)) / HOUR_MS
  if (repeat === 'once' && hours > LONGEST_HOURS) return { key: 'tooLong', values: { hours: Math.round(hours), most: LONGEST_HOURS }, field: 'endTime' }
  if (repeat === 'weekly' && !timing.weekdays?.length) return { key: 'weekdays', values: {}, field: 'weekdays' }
  if (lateTime && !isBetween(lateTime.slice(0, 5), open, close)) return { key: 'lateTime', values: { late: lateTime.slice(0, 5), open, close }, field: 'lateTime' }
  return undefined
}
const DAY_MINUTES = 1440
const after = (time: string, from: string): number => (minutesOf(time) - minutesOf(from) + DAY_MINUTES) % DAY_MINUTES
const isBetween = (time: string, from: string, to: string): boolean => after(time, from) < (after(to, from) || DAY_MINUTES)
