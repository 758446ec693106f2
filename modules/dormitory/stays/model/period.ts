import { addDays, daysBetween } from '#modules/campus/model/days.ts'
import { isOpen } from './states.ts'

/** Dates of a stay that determine when its bed is taken, in the school's time zone. */
export interface Span {
  plannedIn: string
  plannedOut: string | null
  checkedInOn?: string | null
  checkedOutOn?: string | null
}
/** 20-DR1: half-open period from the first day to the day the bed is free again; unbounded while no end is set. */
export function periodOf({ plannedIn, plannedOut, checkedInOn, checkedOutOn }: Span): { from: string; until: string | null } {
  const from = checkedInOn ?? plannedIn
  const until = checkedOutOn ?? plannedOut
  if (until === null) return { from, until }
  // a resident staying past the planned day occupies the bed at least for that day
  return { from, until: !checkedOutOn && until <= from ? addDays(from, 1) : until }
}
export function overlap(a: Span, b: Span): boolean {
  const [x, y] = [periodOf(a), periodOf(b)]
  return (y.until === null || x.from < y.until) && (x.until === null || y.from < x.until)
}
/** Overlap class of a stay: temporary stays do not conflict with lasting ones; moves and lasting stays are one class. */
const lane = (kind: string): string => (kind === 'temporary' ? 'temporary' : 'lasting')
export const meetInBed = (a: Span & { kind: string; state: string }, b: Span & { kind: string; state: string }): boolean =>
  isOpen(a.state) && isOpen(b.state) && lane(a.kind) === lane(b.kind) && overlap(a, b)

/** 20-DR2: how many days early a stay would begin on `today`; 0 from the planned day on. */
export const daysEarly = (plannedIn: string, today: string): number => Math.max(0, daysBetween(today, plannedIn))
/** Overstaying: checked in past the planned end. */
export const isOverstaying = ({ state, plannedOut }: { state: string; plannedOut: string | null }, today: string): boolean =>
  state === 'checkedIn' && plannedOut !== null && plannedOut <= today
