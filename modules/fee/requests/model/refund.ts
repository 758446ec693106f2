/** When a student leaves, against the beginning of what was charged for. */
export interface Leaving {
  start: string
  on: string
  /** Months of the whole charge (40-F14: T). */
  months: number
  /** Whether a month that has begun counts as used. */
  countsBegun: boolean
}
/** 40-F14: months used of those a charge is for. */
export function usedMonths({ start, on, months, countsBegun }: Leaving): number {
  const [sy = 0, sm = 0, sd = 0] = start.split('-').map(Number)
  const [ly = 0, lm = 0, ld = 0] = on.split('-').map(Number)
  const apart = (ly - sy) * 12 + lm - sm
  const used = countsBegun ? apart + (ld > sd ? 1 : 0) : apart - (ld < sd ? 1 : 0)
  return Math.min(months, Math.max(0, used))
}
/** 40-F14, M5: what is given back of a charge, in fen, rounded half up once. */
export const refundOf = (charge: number, used: number, months: number): number => Math.floor((charge * (months - used)) / months + 0.5)
