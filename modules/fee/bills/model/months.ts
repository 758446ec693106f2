/** 40-F5: months of a school year that the price before a change still holds; a started month counts. `months` is what the school counts a year as. */
export function monthsBefore(start: string, change: string, months: number): number {
  if (change <= start) return 0
  const [sy = 0, sm = 0, sd = 0] = start.split('-').map(Number)
  const [cy = 0, cm = 0, cd = 0] = change.split('-').map(Number)
  const begun = (cy - sy) * 12 + cm - sm + (cd > sd ? 1 : 0)
  return Math.min(months, Math.max(0, begun))
}
/** A price in fen, and the month of the year, counted from 0, from which it holds. */
export interface PriceFrom {
  from: number
  price: number
}
/** 40-F5: the prices of a year by month once another one holds from a month on. */
export const pricesWith = (prices: readonly PriceFrom[], from: number, price: number): PriceFrom[] => [...prices.filter(p => p.from < from), { from, price }]
/** 40-M5: the charge of a year whose months are at these prices, in order of their months, in fen, rounded half up once. */
export const chargeOf = (prices: readonly PriceFrom[], months: number): number =>
  Math.floor(prices.reduce((sum, { from, price }, n) => sum + price * ((prices[n + 1]?.from ?? months) - from), 0) / months + 0.5)
