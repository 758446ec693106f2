import type { Scored } from './score.ts'

/** 20-DI3: standard competition ranking by score; unchecked rooms have no rank. */
export function ranked<T extends { score: number | null }>(rows: readonly T[]): Array<T & { rank: number | null }> {
  const scores = rows.flatMap(r => (r.score === null ? [] : [r.score])).sort((a, b) => b - a)
  const place = new Map<number, number>()
  for (const [n, score] of scores.entries()) if (!place.has(score)) place.set(score, n + 1)
  return rows.map(row => ({ ...row, rank: row.score === null ? null : (place.get(row.score) ?? null) }))
}
export interface CheckerMean {
  by: string
  count: number
  mean: number
  /** Deviation from the others in standard deviations; null if too few others checked. */
  deviation: number | null
  isFlagged: boolean
}
const meanOf = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0) / numbers.length
/** At least two others are needed; differences below a point are ignored. */
const LEAST_OTHERS = 2
const LEAST_SPREAD = 1
/** 20-DI4: each checker's mean against the means of the others, without their own. */
export function deviations(scores: ReadonlyArray<{ by: string; score: number }>, limit: number): CheckerMean[] {
  const means = [...Map.groupBy(scores, s => s.by)].map(([by, own]) => ({ by, count: own.length, mean: meanOf(own.map(s => s.score)) }))
  return means.map(of => {
    const others = means.filter(m => m.by !== of.by).map(m => m.mean)
    if (others.length < LEAST_OTHERS) return { ...of, deviation: null, isFlagged: false }
    const usual = meanOf(others)
    const spread = Math.max(LEAST_SPREAD, Math.sqrt(meanOf(others.map(m => (m - usual) ** 2))))
    const deviation = (of.mean - usual) / spread
    return { ...of, deviation, isFlagged: Math.abs(deviation) > limit }
  })
}
export interface Gain {
  item: string
  step: string
  /** Points the room's score would gain. */
  points: number
  times: number
}
/** The costliest deductions of a room over some records. Personal ones count by their share of the mean. */
export function gainsOf(records: readonly Scored[], most = 3): Gain[] {
  const found = new Map<string, Gain>()
  const note = (item: string, step: string, points: number): void => {
    const had = found.get(`${item}|${step}`) ?? { item, step, points: 0, times: 0 }
    found.set(`${item}|${step}`, { ...had, points: had.points + points, times: had.times + 1 })
  }
  for (const { items, people } of records) {
    const counted = people.filter(p => p.score !== null).length
    for (const i of items) for (const d of i.deductions) note(i.name, d.step, d.points)
    for (const p of people) for (const i of p.items) for (const d of i.deductions) note(i.name, d.step, d.points / Math.max(1, counted))
  }
  return [...found.values()]
    .map(g => ({ ...g, points: Math.round(g.points * 10) / 10 }))
    .sort((a, b) => b.points - a.points || `${a.item}|${a.step}`.localeCompare(`${b.item}|${b.step}`))
    .slice(0, most)
}
