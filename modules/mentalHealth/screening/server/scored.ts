import type { MhScale } from '../model/scale.ts'
import { NO_SCORES, type Scores, scoresText } from '../model/scores.ts'
import { asksForHelp, dimensionScores, faultOf, measure, proposedLevel } from '../model/scoring.ts'

/** What is stored of complete answers to a scale. */
export function scored(scale: MhScale, answers: readonly number[], seconds: number, itemSeconds: number) {
  const fault = faultOf(scale, answers, seconds, itemSeconds)
  const isRisk = asksForHelp(scale, answers)
  // 50-MH14: not scored; a risk item counts all the same
  const counted = fault ? { total: Number.NEGATIVE_INFINITY, factor: null, positives: null, isRisk } : measure(scale, answers)
  const proposed = fault && !isRisk ? null : proposedLevel(scale, counted)
  const kept: Partial<Scores> = fault ? {} : { ...counted, dimensionScores: dimensionScores(scale, answers) }
  const state = proposed !== null || isRisk ? ('toInterview' as const) : fault ? ('retest' as const) : ('fine' as const)
  return {
    ...{ answers: answers.join(','), isInvalid: fault !== null, fault, state },
    scores: scoresText({ ...NO_SCORES, ...kept, isRisk, seconds, proposedLevel: proposed }),
  }
}
