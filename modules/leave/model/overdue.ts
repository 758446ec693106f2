import { HOUR_MS } from '#model/days.ts'

const DAY = 24 * HOUR_MS

/** Whether the return is, or was, later than the grace period after the end (`remindStudentHours`). */
export const isLate = ({ state, endAt, backAt }: { state: string; endAt: string; backAt: string | null }, hours: number): boolean =>
  state === 'overdue' || (backAt !== null && Date.parse(backAt) > Date.parse(endAt) + hours * HOUR_MS)
/** Full days overdue. */
export const daysOverdue = (endAt: string, now: number): number => Math.max(0, Math.floor((now - Date.parse(endAt)) / DAY))

/** Recipient of a case at each of the school's marks; the last cites the article on withdrawal. */
export const CASES = ['fdy', 'college', 'officer', 'article'] as const
export type OverdueCase = (typeof CASES)[number]
