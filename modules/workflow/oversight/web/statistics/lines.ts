import type { OutputOf } from '#model'
import { percentOf } from '#model/percent.ts'
import type { flowStatistics } from '../../model/oversight.ts'

export type Line = OutputOf<typeof flowStatistics>
/** 12.5%, or — without data. */
export const share = (part: number, whole: number): string => (whole ? `${percentOf(part, whole)}%` : '—')

/** Totals. Durations are not aggregated: medians cannot be combined. */
export function totalOf(lines: readonly Line[]): Pick<Line, 'count' | 'returned' | 'rejected' | 'overdue'> {
  const sum = (of: (line: Line) => number): number => lines.reduce((all, line) => all + of(line), 0)
  return { count: sum(line => line.count), returned: sum(line => line.returned), rejected: sum(line => line.rejected), overdue: sum(line => line.overdue) }
}
