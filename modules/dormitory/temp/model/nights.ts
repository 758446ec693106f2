import { addDays } from '#modules/campus/model/days.ts'
import { nightAt } from '../../places/model/night.ts'

/** A time span between instants. */
export interface Span {
  from: string
  to: string
}
/** One night of a building: from curfew to gate opening. */
export interface HouseNight {
  date: string
  curfew: string
  gateOpening: string
}
const at = (instant: string): number => Date.parse(instant)
/** Whether the outer span contains the inner. */
export const contains = (outer: Span, inner: Span): boolean => at(outer.from) <= at(inner.from) && at(outer.to) >= at(inner.to)
export const overlaps = (a: Span, b: Span): boolean => at(a.from) < at(b.to) && at(b.from) < at(a.to)

const MOST_NIGHTS = 400
/** Dates of nights touched by a span, at least the one it begins in; capped at the longest permitted span. */
export function nightsTouched({ from, to }: Span): string[] {
  const dates = [nightAt(from)]
  const last = nightAt(to)
  for (let date = addDays(nightAt(from), 1); date <= last && dates.length < MOST_NIGHTS; date = addDays(date, 1)) dates.push(date)
  return dates
}
/** Nights fully covered from curfew to gate opening. On other nights the student is expected. */
export const nightsAway = (span: Span, nights: readonly HouseNight[]): HouseNight[] => nights.filter(n => contains(span, { from: n.curfew, to: n.gateOpening }))

/** 20-DT5: the excusing span: until the return, if early. */
export const livedSpan = ({ from, to, backAt }: Span & { backAt: string | null }): Span => ({ from, to: backAt !== null && at(backAt) < at(to) ? backAt : to })

/** Approval levels by number of nights. */
export const TEMP_LEVELS = { fdy: '辅导员', college: '学院' } as const
export type TempLevel = keyof typeof TEMP_LEVELS
export const levelOf = (nights: number, fdyNights: number): TempLevel => (nights > fdyNights ? 'college' : 'fdy')

/** State of an application just approved. */
export function stateNow({ from, to }: Span, now: number): 'approved' | 'active' | 'closed' {
  if (at(from) > now) return 'approved'
  return at(to) > now ? 'active' : 'closed'
}
