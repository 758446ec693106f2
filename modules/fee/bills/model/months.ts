/** 40-F5: months of a school year that the price before a change still holds; a started month counts. `months` is what the school counts a year as. */
export function monthsBefore(start: string, change: string, months: number): number {
  if (change <= start) return 0
  const [sy = 0, sm = 0, sd = 0] = start.split('-').map(Number)
  const [cy = 0, cm = 0, cd = 0] = change.split('-').map(Number)
  const begun = (cy - sy) * 12 + cm - sm + (cd > sd ? 1 : 0)
  return Math.min(months, Math.max(0, begun))
}
/** 40-M5: a charge of which the first months are at one price and the rest at another, in fen, rounded half up once. */
export const blended = (before: number, after: number, used: number, months: number): number => Math.floor((before * used + after * (months - used)) / months + 0.5)
