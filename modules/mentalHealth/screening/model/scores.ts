import type { Level } from '../../attention/model/attention-case.ts'
import type { MhResult, measured } from './result.ts'
import type { DimensionScore } from './scoring.ts'

/** What was counted of one person's answers, and the levels that follow from it. */
export interface Scores {
  total: number | null
  factor: number | null
  positives: number | null
  isRisk: boolean
  dimensionScores: DimensionScore[]
  seconds: number | null
  proposedLevel: Level | null
  confirmedLevel: Level | null
}
/** As it is stored, encrypted. */
export const scoresText = (scores: Scores): string => JSON.stringify(scores)
export const NO_SCORES: Scores = { total: null, factor: null, positives: null, isRisk: false, dimensionScores: [], seconds: null, proposedLevel: null, confirmedLevel: null }
/** Of a result; one that an earlier version has written has them in columns of their own. */
export function scoresOf(row: Pick<MhResult, 'scores'> & Partial<Pick<MhResult, keyof typeof measured>>): Scores {
  if (row.scores) return JSON.parse(row.scores) as Scores
  const { total = null, factor = null, positives = null, isRisk, dimensionScores, seconds = null, proposedLevel = null, confirmedLevel = null } = row
  return { total, factor, positives, isRisk: isRisk === true, dimensionScores: (dimensionScores ?? []).flatMap(d => d ?? []), seconds, proposedLevel, confirmedLevel }
}
