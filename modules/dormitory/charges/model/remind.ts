import { daysBetween } from '#modules/campus/model/days.ts'

export interface RemindRule {
  /** Days before the due day. */
  before: readonly number[]
  /** Interval in days after the due date. */
  every: number
}
/** Whether an open bill is reminded today: at marks before the due date, and at intervals afterwards. */
export function isRemindedOn(day: string, dueOn: string, { before, every }: RemindRule): boolean {
  const left = daysBetween(day, dueOn)
  if (left > 0) return before.includes(left)
  return left < 0 && every > 0 && -left % every === 0
}
