/** What paying a loan back comes to, in fen. */
export interface Payback {
  /** A month, once principal is paid back, too. */
  monthly: number
  /** A month while only interest is due. */
  interest: number
  total: number
}
const BASIS = 10_000
const YEAR = 12
/**
 * What a balance costs that is paid back over so many years after graduation: for the first years interest alone, then equal parts with interest. `rate` in ten-thousandths a year.
 * Each figure is rounded once, at the end (40-M5).
 */
export function paybackOf(balance: number, { rate, years, grace }: { rate: number; years: number; grace: number }): Payback {
  const month = rate / BASIS / YEAR
  const idle = Math.min(grace, years - 1) * YEAR
  const paying = years * YEAR - idle
  const interest = balance * month
  const monthly = month ? (balance * month) / (1 - (1 + month) ** -paying) : balance / paying
  return { monthly: Math.round(monthly), interest: Math.round(interest), total: Math.round(interest * idle + monthly * paying) }
}
