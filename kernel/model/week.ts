import { addDays, weekdayOf } from './days.ts'

/** Monday first. */
export const WEEKDAYS = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'] as const

/** The current week as the customer defines it: starts on Sunday. */
export function currentWeek(today: string): readonly [from: string, to: string] {
  const sunday = addDays(today, -(weekdayOf(today) % 7))
  return [sunday, addDays(sunday, 6)]
}
/** Monday of the week of a date. */
export const mondayOf = (date: string): string => addDays(date, 1 - weekdayOf(date))
/** Monday and Sunday of the week of a date. */
export function weekOf(date: string): readonly [first: string, last: string] {
  const monday = mondayOf(date)
  return [monday, addDays(monday, 6)]
}
