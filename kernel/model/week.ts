/** Days are `2026-09-14`; arithmetic in UTC, so that no clock change shifts them. */
const DAY_MS = 86_400_000
const moved = (date: string, days: number): string => new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
const weekday = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay()

/** The customer's current week: it begins on Sunday. */
export function currentWeek(today: string): readonly [from: string, to: string] {
  const sunday = moved(today, -weekday(today))
  return [sunday, moved(sunday, 6)]
}
/** First and last day of the week a day lies in, Monday to Sunday. */
export function weekOf(date: string): readonly [first: string, last: string] {
  const monday = moved(date, -((weekday(date) + 6) % 7))
  return [monday, moved(monday, 6)]
}
