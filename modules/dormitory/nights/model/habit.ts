import { addDays, weekdayOf } from '#modules/campus/model/days.ts'
import type { NightResult } from './evidence.ts'

export interface PastNight {
  nightDate: string
  result: NightResult
}
/** A weekday on which a student is usually late or away, from their recent weeks. */
export interface Habit {
  /** 1 Monday to 7 Sunday. */
  weekday: number
  times: number
  of: number
}
export const HABIT_WEEKS = 8
const FEWEST = 3
/** More than half of the nights and at least three; excused nights are ignored. Strongest first. */
export function habitsOf(nights: readonly PastNight[], until: string): Habit[] {
  const since = addDays(until, -7 * HABIT_WEEKS)
  const counted = nights.filter(n => n.nightDate >= since && n.nightDate < until && n.result !== 'excused' && n.result !== 'pending')
  const byWeekday = Map.groupBy(counted, n => weekdayOf(n.nightDate))
  return [...byWeekday]
    .map(([weekday, those]) => ({ weekday, times: those.filter(n => n.result !== 'present').length, of: those.length }))
    .filter(h => h.times >= FEWEST && h.times * 2 > h.of)
    .sort((a, b) => b.times / b.of - a.times / a.of || a.weekday - b.weekday)
}
