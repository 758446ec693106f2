/** Arithmetic on plain dates `YYYY-MM-DD`, independent of clock and time zone. */
/** Milliseconds of an hour and of a day. */
export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
const at = (date: string): number => Date.parse(`${date}T00:00:00Z`)
const text = (time: number): string => new Date(time).toISOString().slice(0, 10)

export const addDays = (date: string, days: number): string => text(at(date) + days * DAY_MS)
/** Days from `from` to `to`: 0 for the same day, negative when `to` is earlier. */
export const daysBetween = (from: string, to: string): number => Math.round((at(to) - at(from)) / DAY_MS)
/** 1 Monday … 7 Sunday. */
export const weekdayOf = (date: string): number => new Date(at(date)).getUTCDay() || 7
export const monthOf = (date: string): string => date.slice(0, 7)
/** The month `YYYY-MM` some months after a date's. */
export function monthAfter(date: string, months: number): string {
  const total = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 + months
  return `${Math.floor(total / 12)}-${String((total % 12) + 1).padStart(2, '0')}`
}
/** The last day of a month `YYYY-MM`. */
export const lastDayOf = (month: string): string => addDays(`${monthAfter(month, 1)}-01`, -1)
/** Every day from `from` to `to`, both included. */
export function eachDay(from: string, to: string): string[] {
  const days: string[] = []
  for (let time = at(from); time <= at(to); time += DAY_MS) days.push(text(time))
  return days
}
export function monthsBetween(from: string, to: string): string[] {
  const months: string[] = []
  for (let month = monthOf(from); month <= monthOf(to); month = monthAfter(month, 1)) months.push(month)
  return months
}
export const isBetween = (date: string, from: string, to: string): boolean => date >= from && date <= to
/** The same day so many months later, the last one of a shorter month. */
export function addMonths(date: string, months: number): string {
  const [y = 0, m = 1, d = 1] = date.split('-').map(Number)
  const last = new Date(Date.UTC(y, m - 1 + months + 1, 0))
  return new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth(), Math.min(d, last.getUTCDate()))).toISOString().slice(0, 10)
}
