import { DAY_MS } from '#model/days.ts'
import { schoolMs, schoolTimeText } from '#model/school-time.ts'
import { addDays, eachDay } from '#modules/campus/model/days.ts'
import type { Violation } from '#modules/workflow/applications/model/application.ts'

/** Trip rules as pure functions. */
export interface Plan {
  outPlanned: string
  backPlanned: string
}
export interface Lesson {
  date: string
  begin: string
  end: string
  courseName: string
}
export const dateOf = (moment: string): string => schoolTimeText(moment).slice(0, 10)

export function timeProblems({ outPlanned, backPlanned }: Plan, aheadDays: number, now: number): Violation[] {
  const [from, to] = [schoolTimeText(outPlanned), schoolTimeText(backPlanned)]
  if (Date.parse(backPlanned) <= Date.parse(outPlanned)) return [{ key: 'order', values: { from, to }, field: 'backPlanned' }]
  if (Date.parse(backPlanned) <= now) return [{ key: 'past', values: { to }, field: 'backPlanned' }]
  if (Date.parse(outPlanned) > now + aheadDays * DAY_MS) return [{ key: 'tooFar', values: { from, days: aheadDays }, field: 'outPlanned' }]
  return []
}
/** 20-G1: lessons that overlap the trip are missed; that requires a leave. */
export const missed = (lessons: readonly Lesson[], { outPlanned, backPlanned }: Plan): Lesson[] =>
  lessons.filter(l => schoolMs(l.date, l.begin) < Date.parse(backPlanned) && schoolMs(l.date, l.end) > Date.parse(outPlanned))
/** 20-G1: nights away before a school day; a night before a free day belongs to the weekend. */
export function schoolNights({ outPlanned, backPlanned }: Plan, isSchoolDay: (date: string) => boolean): string[] {
  const [first, last] = [dateOf(outPlanned), dateOf(backPlanned)]
  return first < last ? eachDay(first, addDays(last, -1)).filter(night => isSchoolDay(addDays(night, 1))) : []
}
/** 20-G1: violations by timetable and calendar that rule out mere registration. */
export function stayProblems(plan: Plan, lessons: readonly Lesson[], isSchoolDay: (date: string) => boolean): Violation[] {
  const lost = missed(lessons, plan)
  const nights = schoolNights(plan, isSchoolDay)
  return [
    ...(lost.length ? [{ key: 'lesson' as const, values: { lessons: lost.map(l => `${l.date.slice(5)} ${l.begin} ${l.courseName}`).join('、') } }] : []),
    ...(nights.length ? [{ key: 'night' as const, values: { nights: nights.map(n => n.slice(5)).join('、') } }] : []),
  ]
}
/** 20-G5: a member's trip holds once they have confirmed it; everybody else's is confirmed from the start. */
export const isConfirmed = ({ confirmedAt }: { confirmedAt: string | null }): boolean => confirmedAt !== null
/** Hours of a trip, to a tenth. */
export const hoursOf = ({ outPlanned, backPlanned }: Plan): number => Math.round((Date.parse(backPlanned) - Date.parse(outPlanned)) / 360_000) / 10
/** 20-G4: a long trip requires a daily report while it lasts. */
export const isLong = ({ outPlanned, backPlanned }: Plan, safeDays: number): boolean => Date.parse(backPlanned) - Date.parse(outPlanned) > safeDays * DAY_MS
export function asksSafe(row: Plan & { state: string; lastSafeAt: string | null }, safeDays: number, now = Date.now()): boolean {
  if (row.state !== 'out' && row.state !== 'overdue') return false
  return isLong(row, safeDays) && (!row.lastSafeAt || dateOf(row.lastSafeAt) < dateOf(new Date(now).toISOString()))
}
