import { percentOf } from '#model/percent.ts'
import type { WeekSpan } from '#model/week-spans.ts'

/** Time that is taken, on a day of the week 1 (Monday) to 7. */
export interface Busy {
  day: number
  from: string
  to: string
}
const STEP = 30
const [FIRST, LAST] = [8 * 60, 22 * 60]
export const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))
const clock = (at: number): string => `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`
/** Beginnings of the half hours between two moments of a day. */
const steps = (from: number, to: number): number[] => Array.from({ length: Math.max(0, Math.ceil((to - from) / STEP)) }, (_, n) => from + n * STEP)
const isIn = (at: number, { from, to }: { from: string; to: string }): boolean => minutesOf(from) < at + STEP && at < minutesOf(to)

/** What is free between eight and ten in the evening, beside what is taken. */
export function freeSpans(busy: readonly Busy[]): WeekSpan[] {
  const found: WeekSpan[] = []
  for (let day = 1; day <= 7; day++) {
    const taken = busy.filter(b => b.day === day)
    let begin: number | undefined
    for (const at of [...steps(FIRST, LAST), LAST]) {
      const isFree = at < LAST && !taken.some(b => isIn(at, b))
      if (isFree) begin ??= at
      else if (begin !== undefined) {
        found.push({ days: [day], from: clock(begin), to: clock(at) })
        begin = undefined
      }
    }
  }
  return found
}
/** Share of a post's hours, in percent, that lie in somebody's free time. A span over midnight counts until midnight. */
export function matchPercent(schedule: readonly WeekSpan[], free: readonly WeekSpan[]): number {
  const asked = schedule.flatMap(s => s.days.flatMap(day => steps(minutesOf(s.from), s.to > s.from ? minutesOf(s.to) : 24 * 60).map(at => ({ day, at }))))
  const met = asked.filter(({ day, at }) => free.some(f => f.days.includes(day) && minutesOf(f.from) <= at && at + STEP <= minutesOf(f.to)))
  return Math.round(percentOf(met.length, asked.length) ?? 0)
}
