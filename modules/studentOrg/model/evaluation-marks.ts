import { addMonths, monthsBetween } from '#model/days.ts'
import { type Grade, JUDGES, type Judge, WHOLE } from './evaluation.ts'

const ORDER = Object.keys(JUDGES) as Judge[]
export type Weights = Readonly<Record<Judge, number>>
export type Marks = Readonly<Record<Judge, number | null>>

/** 60-OG8: the weighted mean, rounded to hundredths. A part without a mark leaves its weight to the others; without any there is no total. */
export function totalOf(weights: Weights, marks: Marks): number | null {
  const given = ORDER.filter(judge => weights[judge] > 0 && marks[judge] !== null)
  const sum = given.reduce((all, judge) => all + weights[judge], 0)
  return sum ? Math.round((given.reduce((all, judge) => all + weights[judge] * (marks[judge] ?? 0), 0) * WHOLE) / sum) / WHOLE : null
}
/** Totals from which a grade is proposed. */
const FROM = { excellent: 85, competent: 60 } as const
export const excellentMost = (heads: number, percent: number): number => Math.floor((heads * percent) / WHOLE)
interface Totalled {
  id: string
  total: number | null
}
/** 60-OG8: grades as totals propose them. No more are excellent than may be: those with the highest totals, and where the last place is a tie, none of the tied. */
export function proposedGrades(rows: readonly Totalled[], percent: number): ReadonlyMap<string, Grade | null> {
  const most = excellentMost(rows.length, percent)
  const above = (total: number): number => rows.filter(r => r.total !== null && r.total >= total).length
  const gradeOf = (total: number): Grade => (total >= FROM.excellent && above(total) <= most ? 'excellent' : total >= FROM.competent ? 'competent' : 'unfit')
  return new Map(rows.map(({ id, total }) => [id, total === null ? null : gradeOf(total)]))
}
/** 60-OG9: whole months from the first day to the last, neither before the first. */
export function wholeMonths(from: string, to: string): number {
  const begun = monthsBetween(from, to).length - 1
  return Math.max(0, addMonths(from, Math.max(0, begun)) > to ? begun - 1 : begun)
}
