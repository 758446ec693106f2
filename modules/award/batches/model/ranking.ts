/** Somebody who is ranked, with the ranks that members gave. */
export interface MedianRank {
  id: string
  median: number
}
const middle = (sorted: readonly number[]): number => {
  const half = Math.floor(sorted.length / 2)
  return sorted.length % 2 ? (sorted[half] ?? 0) : ((sorted[half - 1] ?? 0) + (sorted[half] ?? 0)) / 2
}
/** 40-A8: orders by the median of the ranks in the ballots; equal medians by the mean, then as given. Abstentions are not among the ballots. */
export function byMedian(ids: readonly string[], ballots: ReadonlyArray<readonly string[]>): MedianRank[] {
  const ranked = ids.map((id, at) => {
    const ranks = ballots.flatMap(b => (b.includes(id) ? b.indexOf(id) + 1 : [])).sort((a, b) => a - b)
    return { id, at, median: ranks.length ? middle(ranks) : ids.length, mean: ranks.length ? ranks.reduce((a, b) => a + b, 0) / ranks.length : ids.length }
  })
  return ranked.sort((a, b) => a.median - b.median || a.mean - b.mean || a.at - b.at).map(({ id, median }) => ({ id, median }))
}
export interface Weighted {
  id: string
  weight: number
  fixed: number
}
/** 40-A6: fixed seats first, the rest by weight with the largest remainder; equal remainders by the order given. The sum is the total. */
export function shareOut(total: number, of: readonly Weighted[]): Map<string, number> {
  const rest = total - of.reduce((sum, one) => sum + one.fixed, 0)
  const weights = of.reduce((sum, one) => sum + one.weight, 0)
  const exact = of.map((one, at) => ({ ...one, at, exact: weights ? (rest * one.weight) / weights : 0 }))
  const seats = new Map(exact.map(e => [e.id, e.fixed + Math.floor(e.exact)]))
  const left = weights ? rest - exact.reduce((sum, e) => sum + Math.floor(e.exact), 0) : 0
  const byRemainder = exact.toSorted((a, b) => b.exact - Math.floor(b.exact) - (a.exact - Math.floor(a.exact)) || a.at - b.at)
  for (const { id } of byRemainder.slice(0, left)) seats.set(id, (seats.get(id) ?? 0) + 1)
  return seats
}
/** How many of a college's seats each level has, by its share; without shares any level may take all. */
export function levelSeats(quota: number, levels: ReadonlyArray<{ name: string; share: number | null }>): Map<string, number> {
  if (levels.some(l => l.share === null)) return new Map(levels.map(l => [l.name, quota]))
  return shareOut(
    quota,
    levels.map(l => ({ id: l.name, weight: l.share ?? 0, fixed: 0 })),
  )
}
