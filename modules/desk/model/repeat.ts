import { isDate } from '#model'
import { addDays, daysBetween, monthAfter } from '#modules/campus/model/days.ts'

/** Recurrence rule in iCalendar syntax: `FREQ=WEEKLY;INTERVAL=2;UNTIL=20261231`. */
export interface Repeat {
  every: 'DAILY' | 'WEEKLY' | 'MONTHLY'
  interval: number
  until: string | null
}
const RULE = /^FREQ=(DAILY|WEEKLY|MONTHLY)(?:;INTERVAL=(\d{1,2}))?(?:;UNTIL=(\d{4})(\d{2})(\d{2}))?$/

/** Undefined if the text cannot be parsed. */
export function repeatOf(rule: string): Repeat | undefined {
  const [, every, interval, year, month, day] = RULE.exec(rule) ?? []
  if (!every || interval === '0' || interval === '00') return undefined
  return { every: every as Repeat['every'], interval: Number(interval ?? 1), until: year ? `${year}-${month}-${day}` : null }
}
export const ruleOf = ({ every, interval, until }: Repeat): string =>
  [`FREQ=${every}`, ...(interval > 1 ? [`INTERVAL=${interval}`] : []), ...(until ? [`UNTIL=${until.replaceAll('-', '')}`] : [])].join(';')

/** Days between `from` and `to` on which an event starting on `first` recurs. */
export function occurrences(first: string, repeat: Repeat | undefined, from: string, to: string): string[] {
  if (!repeat) return first >= from && first <= to ? [first] : []
  const last = repeat.until && repeat.until < to ? repeat.until : to
  if (last < first) return []
  if (repeat.every === 'MONTHLY') return monthly(first, repeat.interval, from, last)
  const step = repeat.interval * (repeat.every === 'WEEKLY' ? 7 : 1)
  const skipped = from > first ? Math.ceil(daysBetween(first, from) / step) : 0
  const made: string[] = []
  for (let date = addDays(first, skipped * step); date <= last; date = addDays(date, step)) made.push(date)
  return made
}
/** Months without that day are skipped. */
function monthly(first: string, interval: number, from: string, to: string): string[] {
  const made: string[] = []
  for (let n = 0; monthAfter(first, n) <= to.slice(0, 7); n += interval) {
    const date = `${monthAfter(first, n)}-${first.slice(8, 10)}`
    if (isDate(date) && date >= from && date <= to) made.push(date)
  }
  return made
}
