/** Who hears of an absence that does not end, in the order they do. */
export interface Hours {
  student: number
  fdy: number
  college: number
}
const HOUR = 3_600_000
const DAY = 24 * HOUR
export type SentReminder = 'none' | 'student' | 'fdy' | 'college'
const STEPS = ['student', 'fdy', 'college'] as const

/** 20-L11: how far the news of a missing return has gone by now. */
export function toldUpTo(endAt: string, now: number, hours: Hours): SentReminder {
  const late = now - Date.parse(endAt)
  return STEPS.findLast(step => late >= hours[step] * HOUR) ?? 'none'
}
export const TOLD_ORDER: readonly SentReminder[] = ['none', ...STEPS]
/** Who hears now and has not yet. */
export const newlyTold = (before: SentReminder, after: SentReminder): SentReminder[] => TOLD_ORDER.slice(TOLD_ORDER.indexOf(before) + 1, TOLD_ORDER.indexOf(after) + 1)

/** Whether somebody is, or was, back later than so many hours after the end: what the school allows before it reminds (`remindStudentHours`). */
export const isLate = ({ state, endAt, backAt }: { state: string; endAt: string; backAt: string | null }, hours: number): boolean =>
  state === 'overdue' || (backAt !== null && Date.parse(backAt) > Date.parse(endAt) + hours * HOUR)
/** Full days over the end. */
export const daysOverdue = (endAt: string, now: number): number => Math.max(0, Math.floor((now - Date.parse(endAt)) / DAY))

/** Who gets a case at each of the school's marks, the last one with the article that allows a withdrawal. */
export const CASES = ['fdy', 'college', 'officer', 'article'] as const
export type OverdueCase = (typeof CASES)[number]
/** Number of marks an absence of so many days has passed. */
export const marksPassed = (days: number, marks: readonly number[]): number => marks.filter(mark => days >= mark).length
export const marksOf = (text: string): number[] => [...text.matchAll(/\d+/g)].map(([n]) => Number(n)).slice(0, CASES.length)
