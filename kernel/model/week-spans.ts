import { isTime } from './checks.ts'

/** Hours on some days of the week, 1 (Monday) to 7. A span over midnight belongs to the day it begins on. */
export interface WeekSpan {
  days: readonly number[]
  from: string
  to: string
}
/** Whether a stored or given value is a span. */
export const isWeekSpan = ({ days, from, to }: WeekSpan): boolean =>
  Array.isArray(days) && days.length > 0 && days.every(d => Number.isInteger(d) && d >= 1 && d <= 7) && isTime(from) && isTime(to) && from !== to
