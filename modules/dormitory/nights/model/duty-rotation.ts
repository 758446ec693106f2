import { addDays } from '#modules/campus/model/days.ts'

/** The nights of a month (`2026-12`); empty if invalid. */
export function nightsOfMonth(month: string): string[] | undefined {
  if (!/^20\d\d-(0[1-9]|1[0-2])$/.test(month)) return undefined
  const first = `${month}-01`
  return Array.from({ length: 31 }, (_, n) => addDays(first, n)).filter(d => d.startsWith(month))
}
export interface Turn {
  nightDate: string
  teacherId: string
}
/** Assigns people in rotation; nights already assigned are skipped and do not advance the rotation. */
export const takeTurns = (nights: readonly string[], taken: ReadonlySet<string>, people: readonly string[]): Turn[] =>
  nights.filter(n => !taken.has(n)).map((nightDate, n) => ({ nightDate, teacherId: people[n % people.length] ?? '' }))
