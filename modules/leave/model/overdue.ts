/** Hours after the end at which each recipient is notified, in order. */
export interface Hours {
  student: number
  fdy: number
  college: number
}
const HOUR = 3_600_000
const DAY = 24 * HOUR
export type SentReminder = 'none' | 'student' | 'fdy' | 'college'
const STEPS = ['student', 'fdy', 'college'] as const

/** 20-L11: last reminder due by now. */
export function toldUpTo(endAt: string, now: number, hours: Hours): SentReminder {
  const late = now - Date.parse(endAt)
  return STEPS.findLast(step => late >= hours[step] * HOUR) ?? 'none'
}
export const TOLD_ORDER: readonly SentReminder[] = ['none', ...STEPS]
/** Recipients due now and not yet notified. */
export const newlyTold = (before: SentReminder, after: SentReminder): SentReminder[] => TOLD_ORDER.slice(TOLD_ORDER.indexOf(before) + 1, TOLD_ORDER.indexOf(after) + 1)

/** Whether the return is, or was, later than the grace period after the end (`remindStudentHours`). */
export const isLate = ({ state, endAt, backAt }: { state: string; endAt: string; backAt: string | null }, hours: number): boolean =>
  state === 'overdue' || (backAt !== null && Date.parse(backAt) > Date.parse(endAt) + hours * HOUR)
/** Full days overdue. */
export const daysOverdue = (endAt: string, now: number): number => Math.max(0, Math.floor((now - Date.parse(endAt)) / DAY))

/** Recipient of a case at each of the school's marks; the last cites the article on withdrawal. */
export const CASES = ['fdy', 'college', 'officer', 'article'] as const
export type OverdueCase = (typeof CASES)[number]
/** Number of marks passed after this many days. */
export const marksPassed = (days: number, marks: readonly number[]): number => marks.filter(mark => days >= mark).length
export const marksOf = (text: string): number[] => [...text.matchAll(/\d+/g)].map(([n]) => Number(n)).slice(0, CASES.length)
