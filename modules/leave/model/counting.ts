import { addDays } from '#modules/campus/model/days.ts'
import { dateOf, datesOf, type Half, type Span } from './half-days.ts'

/** Approval levels by length. */
export const LEVELS = { fdy: '辅导员', college: '学院', officer: '学工处' } as const
export type Level = keyof typeof LEVELS
export interface LevelRules {
  /** Up to this many days the counsellor decides. */
  fdy: number
  /** Up to this many the college as well; above, the student-affairs office. */
  college: number
}
/** Another counting leave of the same student. */
export interface Other {
  id: string
  leaveNo: string
  span: Span
  days: number
}
/** Calendar functions the rules need. */
export interface Calendar {
  isWeekend(date: string): boolean
  isHoliday(date: string): boolean
}
const DEEPEST = 400

/** Days between two leaves, exclusive, without weekends. */
export function gapDays(before: Half, after: Half, isWeekend: Calendar['isWeekend'], most = 40): number {
  let days = 0
  const last = dateOf(after)
  for (let date = addDays(dateOf(before), 1), n = 0; date < last && days <= most && n < DEEPEST; date = addDays(date, 1), n++) if (!isWeekend(date)) days++
  return days
}
/** 20-L2: adjacent leaves that count as one absence, followed transitively in both directions; sorted by time. */
export function nearLeaves(span: Span, others: readonly Other[], isWeekend: Calendar['isWeekend'], gap: number): Other[] {
  const sorted = [...others].sort((a, b) => a.span.from - b.span.from)
  const later: Other[] = []
  let end = span.to
  for (const other of sorted) {
    if (other.span.from <= span.to || gapDays(end, other.span.from, isWeekend) > gap) continue
    later.push(other)
    end = Math.max(end, other.span.to)
  }
  const earlier: Other[] = []
  let begin = span.from
  for (const other of sorted.toReversed()) {
    if (other.span.from > span.to || later.includes(other) || gapDays(other.span.to, begin, isWeekend) > gap) continue
    earlier.unshift(other)
    begin = Math.min(begin, other.span.from)
  }
  return [...earlier, ...later]
}
/** 20-L1: approval level of an absence of this many days. */
export function levelOf(days: number, rules: LevelRules): Level {
  if (days > rules.college) return 'officer'
  return days > rules.fdy ? 'college' : 'fdy'
}
/** 20-L3: an absence on the day before or after a holiday needs at least the college. */
export const raised = (level: Level, touchesHoliday: boolean): Level => (touchesHoliday && level === 'fdy' ? 'college' : level)

/** 20-L3: days of the absence directly before or after a holiday. */
export const besideHoliday = (span: Span, isHoliday: Calendar['isHoliday']): string[] =>
  datesOf(span).filter(date => !isHoliday(date) && (isHoliday(addDays(date, 1)) || isHoliday(addDays(date, -1))))

/** 20-L4: more than one `part`-th of the term's days. */
export const exceedsTerm = (total: number, termDays: number, part: number): boolean => termDays > 0 && total * part > termDays
export const termLimit = (termDays: number, part: number): number => Math.floor(termDays / part)

/** 20-L8: the conflicting leave. */
export const overlapping = (span: Span, others: readonly Other[]): Other | undefined => others.find(o => o.span.from <= span.to && span.from <= o.span.to)

/** 20-L9: the latest half day of an extension: before the next leave and within the type's maximum; null if unlimited. */
export function furthestEnd(span: Span, others: readonly Other[], maxDays: number | null): Half | null {
  const next = others.map(o => o.span.from - 1).filter(last => last >= span.to)
  const longest = maxDays === null ? [] : [span.from + Math.round(maxDays * 2) - 1]
  const limits = [...next, ...longest]
  return limits.length ? Math.max(span.to, Math.min(...limits)) : null
}
