import { DAY_MS } from './days.ts'
import { schoolDate, schoolMs } from './school-time.ts'

/** Hours of a day in which time counts for a deadline. */
export interface ServiceHours {
  /** `08:00` */
  from: string
  to: string
  /** Days that count; default: all. */
  isOpen?: (date: string) => boolean
}
/** A clock of deadlines: it always runs, or stands still outside service hours. */
export type DeadlineClock = 'always' | ServiceHours
/** Upper bound of a deadline in days; also ends the search where no day counts. */
const MOST_DAYS = 1500
/** Counted time of the day that begins at `midnight`, from a moment on. */
function spanOn({ from, to, isOpen = () => true }: ServiceHours, midnight: number, notBefore = Number.NEGATIVE_INFINITY): { start: number; end: number } {
  const date = schoolDate(midnight)
  const end = schoolMs(date, to)
  return isOpen(date) ? { start: Math.min(end, Math.max(notBefore, schoolMs(date, from))), end } : { start: end, end }
}
const midnightOf = (at: number): number => schoolMs(schoolDate(at))
/** The moment at which so much counted time has passed since `from`. */
export function timeAfter(from: number, ms: number, clock: DeadlineClock): number {
  if (clock === 'always') return from + ms
  let left = ms
  for (let day = midnightOf(from), n = 0; n < MOST_DAYS; day += DAY_MS, n++) {
    const { start, end } = spanOn(clock, day, from)
    if (end > start && left <= end - start) return start + left
    left -= end - start
  }
  return from + MOST_DAYS * DAY_MS
}
/** Counted time of each of these spans. Each day is looked at once for all of them. */
export function timesBetween(spans: ReadonlyArray<readonly [from: number, to: number]>, clock: DeadlineClock): number[] {
  if (clock === 'always') return spans.map(([from, to]) => Math.max(0, to - from))
  const bounded = spans.map(([from, to]) => [from, Math.min(to, from + MOST_DAYS * DAY_MS)] as const)
  const countedBy = countedUpTo(clock, bounded.flat())
  return bounded.map(([from, to]) => (to <= from ? 0 : countedBy(to) - countedBy(from)))
}
/** Counted time up to each of these moments, from midnight before the first of them. */
function countedUpTo(hours: ServiceHours, moments: readonly number[]): (moment: number) => number {
  const first = midnightOf(moments.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY))
  const last = moments.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)
  const days: Array<{ start: number; end: number; before: number }> = []
  let before = 0
  for (let midnight = first; midnight <= last; midnight += DAY_MS) {
    const { start, end } = spanOn(hours, midnight)
    days.push({ start, end, before })
    before += end - start
  }
  return moment => {
    const day = days[Math.floor((moment - first) / DAY_MS)]
    return day ? day.before + Math.min(Math.max(moment, day.start), day.end) - day.start : 0
  }
}
