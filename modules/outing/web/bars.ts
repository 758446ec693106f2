import type { RankBar } from '#web/charts/RankBars.tsx'

/** Enough for the province with most cities: twenty-one. */
export const CITIES = 24
/** Counts by region or choice as bars. */
export const barsOf = (counts: ReadonlyArray<{ label: string; count: number }>): RankBar[] => counts.map(c => ({ label: c.label, value: c.count }))
