/** Ledgers count whole numbers: points are kept in hundredths. */
export const HUNDREDTHS = 100
export const pointsOf = (amount: number): number => amount / HUNDREDTHS
export const amountOf = (points: number): number => Math.round(points * HUNDREDTHS)

export interface Bounds {
  baseScore: number
  minScore: number | null
  maxScore: number | null
}
/** 50-TS1: base and entries of the period, held within least and most. */
export const balanceOf = ({ baseScore, minScore, maxScore }: Bounds, amount: number): number =>
  Math.min(maxScore ?? Number.POSITIVE_INFINITY, Math.max(minScore ?? Number.NEGATIVE_INFINITY, baseScore + pointsOf(amount)))

export interface Caps {
  capPerPeriod: number | null
  capTotal: number | null
}
/** 50-TS2: how much of an amount still counts, where so much of the item has counted in its period and in all. Both are without sign: a deduction has caps, too. */
export function countedOf({ capPerPeriod, capTotal }: Caps, amount: number, used: { period: number; total: number }): number {
  const left = (cap: number | null, of: number): number => (cap === null ? Number.POSITIVE_INFINITY : Math.max(0, amountOf(cap) - of))
  return Math.sign(amount) * Math.min(Math.abs(amount), left(capPerPeriod, used.period), left(capTotal, used.total))
}
export const PERIODS = { term: '学期', year: '学年', study: '在校期间' } as const
export type PeriodKind = keyof typeof PERIODS
/** The only period of a scheme that accumulates. */
export const STUDY = 'study'
interface Term {
  xn: string
  xqM: string
}
export const periodKey = (kind: PeriodKind, { xn, xqM }: Term): string => (kind === 'study' ? STUDY : kind === 'year' ? xn : `${xn}-${xqM}`)
/** The last period that a school year can have. */
export const lastPeriodOf = (kind: PeriodKind, xn: string): string => (kind === 'year' ? xn : `${xn}-9`)
