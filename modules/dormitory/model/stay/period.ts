import { addDays, daysBetween } from '#modules/campus/model/days.ts'
import { isOpen } from './states.ts'

/** What a stay says about when its bed is taken; days of the school's own time. */
export interface Span {
  plannedIn: string
  plannedOut: string | null
  checkedInOn?: string | null
  checkedOutOn?: string | null
}
/** 20-DR1: from the first day to the day the bed is free again, which is no part of it; without an end while nobody has set one. */
export function periodOf({ plannedIn, plannedOut, checkedInOn, checkedOutOn }: Span): { from: string; until: string | null } {
  const from = checkedInOn ?? plannedIn
  const until = checkedOutOn ?? plannedOut
  if (until === null) return { from, until }
  // whoever stays past the planned day takes the bed for that day at least
  return { from, until: !checkedOutOn && until <= from ? addDays(from, 1) : until }
}
export function overlap(a: Span, b: Span): boolean {
  const [x, y] = [periodOf(a), periodOf(b)]
  return (y.until === null || x.from < y.until) && (x.until === null || y.from < x.until)
}
/** Of two stays in one bed: a temporary one does not hinder a lasting one, moves and lasting ones are of a kind. */
const lane = (kind: string): string => (kind === 'temporary' ? 'temporary' : 'lasting')
export const meetInBed = (a: Span & { kind: string; state: string }, b: Span & { kind: string; state: string }): boolean =>
  isOpen(a.state) && isOpen(b.state) && lane(a.kind) === lane(b.kind) && overlap(a, b)

/** 20-DR2: how many days before its planned day a stay may begin on `today`; 0 from that day on. */
export const daysEarly = (plannedIn: string, today: string): number => Math.max(0, daysBetween(today, plannedIn))
/** Should have left: checked in, and the planned day has come. */
export const isOverstaying = ({ state, plannedOut }: { state: string; plannedOut: string | null }, today: string): boolean =>
  state === 'checkedIn' && plannedOut !== null && plannedOut <= today
/** 20-DR6: reserved, and never came. */
export const hasNeverCome = ({ state, plannedIn }: { state: string; plannedIn: string }, today: string, days: number): boolean =>
  state === 'reserved' && addDays(plannedIn, days) <= today
