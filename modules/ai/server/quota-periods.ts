import { addDays, monthAfter, monthOf } from '#model/days.ts'
import { schoolInstant } from '#model/school-time.ts'
import type { PERIODS } from '../model/quota.ts'

type Period = keyof typeof PERIODS
/** First day of the period that a day lies in. */
export const beginOf = (period: Period, day: string): string => (period === 'day' ? day : `${monthOf(day)}-01`)
/** Moment at which the next period begins. */
export const resetOf = (period: Period, day: string): string => schoolInstant(period === 'day' ? addDays(day, 1) : `${monthAfter(day, 1)}-01`)
