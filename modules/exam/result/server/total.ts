import type { Flag } from '../model/score.ts'

export interface SubjectScore {
  value: number | null
  flag: Flag | null
}
export interface Counting {
  full: number
  weight: number
  tieOrder: number | null
}
/** Sums of marks are exact: in hundredths, one decimal times whole percent lies on them up to a tenth, which is rounded. */
const rounded = (n: number): number => Math.round(n * 100 + 1e-6) / 100
/** 30-ES4: what the subjects of a plan amount to. Null for whoever was absent, broke the rules, or has no score in one of them; exempt subjects count nothing. */
export function totalOf(subjects: readonly string[], scores: ReadonlyMap<string, SubjectScore>, formula: ReadonlyMap<string, Counting>): number | null {
  let sum = 0
  for (const subject of subjects) {
    const score = scores.get(subject)
    if (!score?.flag || score.flag === 'absent' || score.flag === 'violation') return null
    sum += ((score.value ?? 0) * (formula.get(subject)?.weight ?? 100)) / 100
  }
  return rounded(sum)
}
