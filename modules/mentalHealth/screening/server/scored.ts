import type { MhScale } from '../model/scale.ts'
import { asksForHelp, dimensionScores, faultOf, measure, proposedLevel } from '../model/scoring.ts'

/** What is stored of complete answers to a scale. */
export function scored(scale: MhScale, answers: readonly number[], seconds: number, itemSeconds: number) {
  const given = { answers: answers.join(','), seconds }
  const fault = faultOf(scale, answers, seconds, itemSeconds)
  const isRisk = asksForHelp(scale, answers)
  // 50-MH14: not scored; a risk item counts all the same
  if (fault) {
    const proposed = isRisk ? proposedLevel(scale, { total: Number.NEGATIVE_INFINITY, factor: null, positives: null, isRisk }) : null
    const nothing = { total: null, factor: null, positives: null, dimensionScores: null, isInvalid: true }
    return { ...given, ...nothing, isRisk, fault, proposedLevel: proposed, state: isRisk ? ('toInterview' as const) : ('retest' as const) }
  }
  const measured = measure(scale, answers)
  const proposed = proposedLevel(scale, measured)
  const state = proposed !== null || isRisk ? ('toInterview' as const) : ('fine' as const)
  return { ...given, ...measured, dimensionScores: dimensionScores(scale, answers), isInvalid: false, fault: null, proposedLevel: proposed, state }
}
