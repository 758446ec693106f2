import { type Available, drawsOf, fits } from './cells.ts'
import type { Section } from './paper.ts'

/** What a paper is expected to bring, from how its questions did before: mean and spread of the total, and of how many of the questions nothing is known yet. */
export interface Expectation {
  mean: number
  sd: number
  needed: number
  unknown: number
}
/** Of each cell the mean P of the questions that may be drawn, each as likely as another; those that were never tried are taken to be like the rest of their cell, and a cell of which
 *  nothing is known like the rest of the paper. Null where nothing at all is known. */
export function expectationOf(sections: readonly Section[], all: ReadonlyArray<Available & { p: number | null }>): Expectation | null {
  const cells = sections.flatMap(section =>
    drawsOf(section).map(({ difficulty, count }) => {
      const must = all.filter(q => section.mustIds?.includes(q.questionId))
      const from = must.length === section.count ? must : all.filter(q => fits(section, q) && (difficulty === null || q.difficulty === difficulty))
      const tried = from.flatMap(q => q.p ?? [])
      const share = from.length ? tried.length / from.length : 0
      return { count, score: section.scoreEach, unknown: count * (1 - share), p: tried.length ? tried.reduce((sum, p) => sum + p, 0) / tried.length : null }
    }),
  )
  const known = cells.flatMap(({ p, count, score }) => (p === null ? [] : [{ p, weight: count * score }]))
  const weight = known.reduce((sum, one) => sum + one.weight, 0)
  if (!weight) return null
  const usual = known.reduce((sum, one) => sum + one.p * one.weight, 0) / weight
  const mean = cells.reduce((sum, { p, count, score }) => sum + count * score * (p ?? usual), 0)
  const variance = cells.reduce((sum, { p, count, score }) => sum + count * score ** 2 * (p ?? usual) * (1 - (p ?? usual)), 0)
  return { mean, sd: Math.sqrt(variance), needed: cells.reduce((sum, one) => sum + one.count, 0), unknown: Math.round(cells.reduce((sum, one) => sum + one.unknown, 0)) }
}
/** Share of candidates who reach the score, the total taken as normally distributed. */
export function passShare({ mean, sd }: Pick<Expectation, 'mean' | 'sd'>, passScore: number): number {
  if (sd < 1e-9) return mean >= passScore ? 1 : 0
  return 1 / (1 + Math.exp(-1.702 * ((mean - passScore) / sd)))
}
