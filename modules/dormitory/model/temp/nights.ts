import { addDays } from '#modules/campus/model/days.ts'
import { nightAt } from '../setup/night.ts'

/** A stretch of time as instants. */
export interface Span {
  from: string
  to: string
}
/** One night of a building: from its curfew to the opening of its gate. */
export interface HouseNight {
  date: string
  curfew: string
  gateOpening: string
}
const at = (instant: string): number => Date.parse(instant)
/** Contains the whole of the other. */
export const contains = (outer: Span, inner: Span): boolean => at(outer.from) <= at(inner.from) && at(outer.to) >= at(inner.to)
export const overlaps = (a: Span, b: Span): boolean => at(a.from) < at(b.to) && at(b.from) < at(a.to)

const MOST_NIGHTS = 400
/** Dates of the nights that a span touches, the one it begins in at least; further than anybody may ask for they are not counted. */
export function nightsTouched({ from, to }: Span): string[] {
  const dates = [nightAt(from)]
  const last = nightAt(to)
  for (let date = addDays(nightAt(from), 1); date <= last && dates.length < MOST_NIGHTS; date = addDays(date, 1)) dates.push(date)
  return dates
}
/** The nights somebody is away for: those that lie in the span from curfew to gate opening. In any other night they are expected. */
export const nightsAway = (span: Span, nights: readonly HouseNight[]): HouseNight[] => nights.filter(n => contains(span, { from: n.curfew, to: n.gateOpening }))

/** 20-DT5: what excuses is what was lived: until the return, where somebody came back before the end. */
export const livedSpan = ({ from, to, backAt }: Span & { backAt: string | null }): Span => ({ from, to: backAt !== null && at(backAt) < at(to) ? backAt : to })

/** 20-DT4: hours after the end nobody has come back. */
export const isOverdue = ({ to, state }: { to: string; state: string }, now: number, graceHours: number): boolean => state === 'active' && at(to) + graceHours * 3_600_000 <= now

/** Who must agree, by the number of nights. */
export const TEMP_LEVELS = { fdy: '辅导员', college: '学院' } as const
export type TempLevel = keyof typeof TEMP_LEVELS
export const levelOf = (nights: number, fdyNights: number): TempLevel => (nights > fdyNights ? 'college' : 'fdy')

/** Where an application stands that has just been agreed to. */
export function stateNow({ from, to }: Span, now: number): 'approved' | 'active' | 'closed' {
  if (at(from) > now) return 'approved'
  return at(to) > now ? 'active' : 'closed'
}
