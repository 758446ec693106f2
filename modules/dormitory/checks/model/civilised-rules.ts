/** Facts a room is judged by. */
export interface RoomFacts {
  mean: number | null
  lowest: number | null
  checks: number
  /** Confirmed violations of level ordinary or above. */
  violations: number
}
export interface Conditions {
  minMean: number
  minSingle: number
}
/** 20-DI11: the first condition a room fails, with its value. */
export function againstTitle(
  { mean, lowest, violations }: RoomFacts,
  { minMean, minSingle }: Conditions,
): { key: 'unchecked' | 'mean' | 'single' | 'violation'; values: Record<string, number> } | undefined {
  if (mean === null || lowest === null) return { key: 'unchecked', values: {} }
  if (mean < minMean) return { key: 'mean', values: { mean, least: minMean } }
  if (lowest < minSingle) return { key: 'single', values: { lowest, least: minSingle } }
  return violations ? { key: 'violation', values: { count: violations } } : undefined
}
/** Quota of a college's rooms, rounded down, at least one if it has any. */
export const quotaOf = (rooms: number, percent: number): number => (rooms ? Math.max(1, Math.floor((rooms * percent) / 100)) : 0)
