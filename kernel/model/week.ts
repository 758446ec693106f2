/** Dates are `2026-09-14`; computed in UTC, independent of the machine's time zone. */
const DAY_MS = 86_400_000
const moved = (date: string, days: number): string => new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
/** Monday first. */
export const WEEKDAYS = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'] as const
const weekday = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay()

/** The current week as the customer defines it: starts on Sunday. */
export function currentWeek(today: string): readonly [from: string, to: string] {
  const sunday = moved(today, -weekday(today))
  return [sunday, moved(sunday, 6)]
}
/** Monday and Sunday of the week of a date. */
export function weekOf(date: string): readonly [first: string, last: string] {
  const monday = moved(date, -((weekday(date) + 6) % 7))
  return [monday, moved(monday, 6)]
}
