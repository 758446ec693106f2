import { addDays } from '#modules/campus/model/days.ts'
import type { Violation } from '#modules/workflow/applications/model/application.ts'

export interface Term {
  startDate: string
  endDate: string
}
/** Input of the time rules. */
export interface Timing {
  effectiveDate: string
  today: string
  term: Term | undefined
  /** Changes in the term of the date, by person. */
  earlier: ReadonlyArray<{ name: string; count: number; changeNo: string }>
}
export interface Limits {
  perTerm: number
  termEndDays: number
  aheadDays: number
}
export const termOf = (terms: readonly Term[], date: string): Term | undefined => terms.find(t => t.startDate <= date && date <= t.endDate)
/** 20-DM4: last day for changes before the end of the term. */
export const lastDayOf = ({ endDate }: Term, days: number): string => addDays(endDate, -days)

/** Checks on the date alone. */
export function dateProblems({ effectiveDate, today }: Pick<Timing, 'effectiveDate' | 'today'>, { aheadDays }: Pick<Limits, 'aheadDays'>): Violation[] {
  if (effectiveDate < today) return [{ key: 'past', values: { date: effectiveDate }, field: 'effectiveDate' }]
  const until = addDays(today, aheadDays)
  return effectiveDate > until ? [{ key: 'tooFar', values: { date: effectiveDate, until }, field: 'effectiveDate' }] : []
}
/** 20-DM4: once a term, and not at its end. Outside terms there is no limit. */
export function termProblems({ effectiveDate, term, earlier }: Timing, { perTerm, termEndDays }: Limits): Violation[] {
  if (!term) return []
  const found: Violation[] = []
  const last = lastDayOf(term, termEndDays)
  if (effectiveDate > last) found.push({ key: 'termEnd', values: { days: termEndDays, date: effectiveDate, from: last, until: term.endDate }, field: 'effectiveDate' })
  for (const { name, count, changeNo } of earlier) if (count >= perTerm) found.push({ key: 'perTerm', values: { most: perTerm, name, used: count, changeNo } })
  return found
}
/** 20-DM5: from a room with classmates to one without. */
export function leavesClass({ classId, from, to }: { classId: string | null; from: ReadonlyArray<string | null>; to: ReadonlyArray<string | null> }): boolean {
  if (classId === null) return false
  return from.includes(classId) && !to.includes(classId)
}
/** Whether a room is another college's: by its assignment, else if only students of other colleges live there. */
export function isOtherCollege(own: string | null, room: { departmentId: string | null; residents: ReadonlyArray<string | null> }): boolean {
  if (room.departmentId !== null) return room.departmentId !== own
  return room.residents.length > 0 && !room.residents.includes(own)
}
