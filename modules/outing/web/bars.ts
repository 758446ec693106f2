import type { RankBar } from '#web/charts/RankBars.tsx'

/** Thirty-one provinces, Hong Kong, Macao and Taiwan. */
export const PROVINCES = 34
/** Counts by region or choice as bars. */
export const barsOf = (counts: ReadonlyArray<{ key: string; label: string; count: number } | null>): RankBar[] =>
  counts.flatMap(c => (c ? [{ key: c.key, label: c.label, value: c.count }] : []))
