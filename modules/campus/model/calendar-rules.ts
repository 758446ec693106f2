import type { TERMS } from './calendar.ts'
import { addDays, daysBetween, eachDay, isBetween, weekdayOf } from './days.ts'

type TermNo = keyof typeof TERMS
/** Calculations of the school calendar: data in, data out, the same in the browser and on the server. */
export interface TermSpan {
  xn: string
  xqM: TermNo
  week1Start: string
  weeks: number
  startDate: string
  endDate: string
  switchDate: string
}
export interface YearSpan {
  xn: string
  startDate: string
  endDate: string
}
export type DayType = 'teaching' | 'weekend' | 'holiday' | 'makeup' | 'exam' | 'vacation'
export interface Day {
  date: string
  xn: string
  xqM: TermNo | null
  weekNo: number | null
  dayType: DayType
}

/** `2026-2027`, or undefined when the second year is not the first plus one. */
export function yearsOf(xn: string): { begin: number; end: number } | undefined {
  const [, a = '', b = ''] = /^(\d{4})-(\d{4})$/.exec(xn) ?? []
  return a && Number(b) === Number(a) + 1 ? { begin: Number(a), end: Number(b) } : undefined
}
export const nextXn = (xn: string): string =>
  xn
    .split('-')
    .map(y => Number(y) + 1)
    .join('-')
export const termTitle = (xn: string, xqM: string): string => `${xn}学年${xqM === '1' ? '第一学期' : xqM === '2' ? '第二学期' : '夏季学期'}`
export const lastTeachingDay = (term: TermSpan): string => addDays(term.week1Start, term.weeks * 7 - 1)

/** The latest term whose switch date has passed. Computed, never stored: there cannot be two. */
export const currentTerm = <T extends Pick<TermSpan, 'switchDate'>>(terms: readonly T[], today: string): T | undefined =>
  terms.reduce<T | undefined>((best, term) => (term.switchDate <= today && (!best || term.switchDate > best.switchDate) ? term : best), undefined)

/** The term of a day: the one containing it, else the previous one (vacation belongs to the term before). */
export const termOf = <T extends Pick<TermSpan, 'startDate'>>(terms: readonly T[], date: string): T | undefined =>
  terms.reduce<T | undefined>((best, term) => (term.startDate <= date && (!best || term.startDate > best.startDate) ? term : best), undefined)

/** Teaching week of a day, null outside the counted weeks. */
export function weekNo(term: TermSpan, date: string): number | null {
  if (!isBetween(date, term.startDate, term.endDate)) return null
  const week = Math.floor(daysBetween(term.week1Start, date) / 7) + 1
  return week >= 1 && week <= term.weeks ? week : null
}
/** Default type of an unmarked day. */
export function plainDay(year: YearSpan, terms: readonly TermSpan[], date: string): Day {
  const term = termOf(terms, date)
  const inTerm = term !== undefined && date <= term.endDate
  const week = term && inTerm ? weekNo(term, date) : null
  const dayType = !inTerm ? 'vacation' : weekdayOf(date) > 5 ? 'weekend' : week ? 'teaching' : 'vacation'
  return { date, xn: term?.xn ?? year.xn, xqM: term?.xqM ?? null, weekNo: week, dayType }
}
export const daysOfYear = (year: YearSpan, terms: readonly TermSpan[]): Day[] => eachDay(year.startDate, year.endDate).map(date => plainDay(year, terms, date))

export interface WeekSpan {
  weekNo: number
  startDate: string
  endDate: string
}
export const weeksOf = (term: TermSpan): WeekSpan[] =>
  Array.from({ length: term.weeks }, (_, i) => ({ weekNo: i + 1, startDate: addDays(term.week1Start, i * 7), endDate: addDays(term.week1Start, i * 7 + 6) }))

/** Longest usual gap between two terms, in days. */
export const LONGEST_GAP_DAYS = 70
/** Gaps of more than ten weeks between consecutive terms: allowed, with a warning. */
export function longGaps<T extends Pick<TermSpan, 'startDate' | 'endDate'>>(terms: readonly T[]): Array<{ before: T; after: T; days: number }> {
  const ordered = [...terms].sort((a, b) => a.startDate.localeCompare(b.startDate))
  return ordered.flatMap((after, i) => {
    const before = ordered[i - 1]
    const days = before ? daysBetween(before.endDate, after.startDate) - 1 : 0
    return before && days > LONGEST_GAP_DAYS ? [{ before, after, days }] : []
  })
}
/** Days on which the school works: teaching, exams and make-up days. */
export const isSchoolDay = (dayType: string): boolean => dayType === 'teaching' || dayType === 'exam' || dayType === 'makeup'
/** Ends the search where a calendar has no working day left. */
const MOST_DAYS = 1500
/** The date of the n-th working day after a date. */
export function workdayAfter(date: string, n: number, isWorkday: (date: string) => boolean): string {
  let day = date
  for (let left = n, far = 0; left > 0 && far < MOST_DAYS; far++) {
    day = addDays(day, 1)
    if (isWorkday(day)) left--
  }
  return day
}
/** 30-BO3: the year of study of an entry year in a school year. Who repeats a year stands in a later entry year's class. */
export const studyYearOf = (grade: number, xn: string): number => Number(xn.slice(0, 4)) - grade + 1
