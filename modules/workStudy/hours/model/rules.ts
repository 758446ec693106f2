import type { FigureValue } from '#modules/system/model/policy-figure.ts'
import { minutesOf } from '../../posts/model/fit.ts'

type Figure = Pick<FigureValue<'workStudy.hours'>, 'week' | 'month' | 'vacationWeek'>
/** Whole half hours between two times of a day; none where the second is not later. */
export const hoursBetween = (start: string, end: string): number => Math.max(0, Math.floor((minutesOf(end) - minutesOf(start)) / 30) / 2)
/** 40-W1: most hours of a week and of a month. A month of vacation has as many weeks as the figure gives a month of term. */
export function limitsOf({ week, month, vacationWeek }: Figure, isVacation: boolean): { week: number; month: number } {
  return isVacation ? { week: vacationWeek, month: (vacationWeek * month) / week } : { week, month }
}
/** Hours a post plans for a month: as many weeks as the figure gives it. */
export const plannedHours = (hoursPerWeek: number, { week, month }: Figure): number => (hoursPerWeek * month) / week
/** Whether more days of a month are vacation than not. */
export const isMostly = (days: readonly boolean[]): boolean => days.filter(Boolean).length * 2 > days.length
export const hoursText = (hours: number): string => hours.toFixed(1)
