import { addDays, addMonths } from '#modules/campus/model/days.ts'
import { hasPeriod, type Level } from './levels.ts'

/** What a case keeps of the school's parameters from the day on which it was opened. */
export interface Terms {
  defenceDays: number
  appealDays: number
  correctDays: number
  reviewDays: number
  reviewExtraDays: number
  provinceDays: number
  publicDays: number
  movesOn: boolean
  pauses: boolean
  periods: Readonly<Record<Exclude<Level, 'none' | 'expulsion'>, number>>
  askDays: number
  earlyMonths: number
  mostMonths: number
  witnesses: number
}
/** Between these a period needs no reason (Order 41, Article 57). */
export const USUAL_MONTHS = { least: 6, most: 12 } as const
/** Months of a level: those that were asked for, else the school's. */
export const monthsFor = (terms: Terms, of: { measure: string | null; level: Level }, asked?: number | null): number | null =>
  hasPeriod(of) ? (asked ?? terms.periods[of.level as keyof Terms['periods']]) : null
export const isUnusual = (months: number | null): boolean => months !== null && (months < USUAL_MONTHS.least || months > USUAL_MONTHS.most)
/** The period of a decision served on this day: it begins with the day and ends on the one before the same day so many months later. */
export const periodFrom = (servedOn: string, months: number) => ({ periodStart: servedOn, periodEnd: addDays(addMonths(servedOn, months), -1) })
