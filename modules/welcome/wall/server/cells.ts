interface Counted {
  label: string
  count: number
}
interface Shown {
  least: number
  most: number
  /** What the merged groups are called. */
  others: string
}
/** 60-BS4: the largest first; those below the least are merged, with the next smallest where the total would tell them. */
export function cellsOf(counted: readonly Counted[], { least, most, others }: Shown): Array<{ label: string; count: number | null }> {
  const known = counted.filter(c => c.count > 0 && c.label !== others).toSorted((a, b) => b.count - a.count || a.label.localeCompare(b.label))
  const shown = known.filter(c => c.count >= least).slice(0, most)
  let rest = counted.reduce((sum, c) => sum + c.count, 0) - shown.reduce((sum, c) => sum + c.count, 0)
  while (rest > 0 && rest < least && shown.length) rest += shown.pop()?.count ?? 0
  return rest ? [...shown, { label: others, count: rest < least ? null : rest }] : shown
}
