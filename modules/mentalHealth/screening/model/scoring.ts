import type { Level } from '../../attention/model/attention-case.ts'

/** What of a result a cut-off looks at. */
export const MEASURES = { total: '总分', factor: '最高因子分', positives: '阳性项目数', risk: '危险项目' } as const
export type Measure = keyof typeof MEASURES
export const SCORINGS = { sum: '各题分数相加', standard: '各题分数相加，乘 1.25 取整' } as const
export interface Cutoff {
  measure: Measure
  least: number
  level: Level
  source: string
}
export interface Dimension {
  name: string
  items: ReadonlyArray<number | null>
}
/** How a scale is counted. Items are numbered from 1. */
export interface ScaleRule {
  itemCount: number
  low: number
  high: number
  scoring: keyof typeof SCORINGS
  dimensions: ReadonlyArray<Dimension | null>
  riskItems: ReadonlyArray<number | null>
  cutoffs: ReadonlyArray<Cutoff | null>
}
/** What a scale measures of one person; of imported results only the total may be known. */
export interface Measured {
  total: number
  factor: number | null
  positives: number | null
  isRisk: boolean
}
export interface DimensionScore {
  name: string
  score: number
}
const STANDARD = 1.25
const HUNDRED = 100
const rounded = (n: number): number => Math.round(n * HUNDRED) / HUNDRED
const sumOf = (all: readonly number[]): number => all.reduce((sum, n) => sum + n, 0)
const scoreOf = (scoring: ScaleRule['scoring'], raw: number): number => (scoring === 'standard' ? Math.floor(raw * STANDARD) : raw)
const listed = <T>(all: ReadonlyArray<T | null>): T[] => all.flatMap(one => (one === null ? [] : [one]))

/** Why these are no answers of the scale: one value of its range for each item. */
export function isComplete({ itemCount, low, high }: ScaleRule, answers: ReadonlyArray<number | null>): answers is number[] {
  return answers.length === itemCount && answers.every(a => a !== null && Number.isInteger(a) && a >= low && a <= high)
}
/** Mean of each dimension. */
export const dimensionScores = ({ dimensions }: ScaleRule, answers: readonly number[]): DimensionScore[] =>
  listed(dimensions).flatMap(({ name, items }) => {
    const own = listed(items).flatMap(no => answers[no - 1] ?? [])
    return own.length ? [{ name, score: rounded(sumOf(own) / own.length) }] : []
  })
/** An item that asks about harming oneself was not denied. It counts whatever the other answers are worth. */
export const asksForHelp = ({ riskItems, low }: ScaleRule, answers: readonly number[]): boolean => listed(riskItems).some(no => (answers[no - 1] ?? low) > low)
/** Counts complete answers. */
export function measure(rule: ScaleRule, answers: readonly number[]): Measured {
  const factors = dimensionScores(rule, answers).map(d => d.score)
  return {
    total: scoreOf(rule.scoring, sumOf(answers)),
    factor: factors.length ? Math.max(...factors) : null,
    positives: answers.filter(a => a > rule.low).length,
    isRisk: asksForHelp(rule, answers),
  }
}
/** Least and greatest value of what can be measured. */
export function rangeOf({ itemCount, low, high, scoring }: ScaleRule, of: Measure): readonly [number, number] {
  if (of === 'total') return [scoreOf(scoring, itemCount * low), scoreOf(scoring, itemCount * high)]
  if (of === 'factor') return [low, high]
  return of === 'positives' ? [0, itemCount] : [0, 1]
}
/** 50-MH3: the most urgent level that the cut-offs propose; a psychologist confirms or dismisses it. */
export function proposedLevel({ cutoffs }: ScaleRule, { total, factor, positives, isRisk }: Measured): Level | null {
  const values: Record<Measure, number | null> = { total, factor, positives, risk: isRisk ? 1 : 0 }
  const met = listed(cutoffs).filter(c => (values[c.measure] ?? Number.NEGATIVE_INFINITY) >= c.least)
  return met.map(c => c.level).sort()[0] ?? null
}
export const FAULTS = { tooFast: '作答太快', straightLine: '各题选了同一个答案' } as const
export type AnswerFault = keyof typeof FAULTS
/**
 * 50-MH14: why answers are not scored. The same answer throughout is a fault unless it is the lowest one: that is what somebody without complaints gives, and only its speed can be
 * judged.
 */
export function faultOf({ low }: Pick<ScaleRule, 'low'>, answers: readonly number[], seconds: number, itemSeconds: number): AnswerFault | null {
  if (seconds < answers.length * itemSeconds) return 'tooFast'
  const [first] = answers
  return answers.length > 1 && first !== low && answers.every(a => a === first) ? 'straightLine' : null
}
