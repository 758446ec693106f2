/** How grave a case is. */
export const LEVELS = { notice: '关注', look: '过问', urgent: '紧急' } as const
export type Level = keyof typeof LEVELS
export type LevelLimits = Record<`${Level}From`, number>
export const levelOf = (score: number, { noticeFrom, lookFrom, urgentFrom }: LevelLimits): Level | null =>
  score >= urgentFrom ? 'urgent' : score >= lookFrom ? 'look' : score >= noticeFrom ? 'notice' : null
/** One signal as it is weighed. */
export interface Weighed {
  id: string
  ruleId: string
  /** Date of the school. */
  on: string
  occurredAt: string
  points: number
  decayDays: number
  maxCount: number | null
}
/** 60-EW1: what one signal counts so many days later, to one decimal place. Whole days, so that a run repeated on the same day gives the same. */
export const pointsAfter = (points: number, decayDays: number, days: number): number => {
  const age = Math.max(0, days)
  return age >= decayDays ? 0 : Math.round((points * 10 * (decayDays - age)) / decayDays) / 10
}
/** 60-EW1: of each rule the latest signals count, `maxCount` at most. The list is scored by a statement that says the same; a test compares both. */
export function scoreOf(signals: readonly Weighed[], daysSince: (on: string) => number): number {
  const tenths = [...Map.groupBy(signals, s => s.ruleId).values()].flatMap(same =>
    same
      .toSorted((a, b) => b.occurredAt.localeCompare(a.occurredAt) || a.id.localeCompare(b.id))
      .slice(0, same[0]?.maxCount ?? undefined)
      .map(s => Math.round(pointsAfter(s.points, s.decayDays, daysSince(s.on)) * 10)),
  )
  return tenths.reduce((sum, n) => sum + n, 0) / 10
}
