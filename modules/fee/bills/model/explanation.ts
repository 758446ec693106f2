import type { PriceFrom } from './months.ts'

/** Why a line has its amount. */
export interface Explanation {
  /** The standard's id, for lines from the price list. */
  standardId?: string
  /** What the standard depends on, in words of the school. */
  matched?: string
  /** Amount of the standard in fen, and how many of them. */
  price?: number
  times?: number
  /** Prices of the year by month, where it has changed within the year (40-F5). */
  prices?: readonly PriceFrom[]
  /** Months of a year that are counted, for lines by month. */
  months?: number
  of?: number
  /** A sentence of the module that handed the line in. */
  note?: string
}
