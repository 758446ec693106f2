/** Key of merged small groups. */
export const MERGED = '__merged'
/**
 * Keys of the groups to merge so that none smaller than `least` is shown. If the merged groups together were still smaller, their size would follow from the total: the next
 * smallest joins them.
 */
export function smallGroups(sizes: ReadonlyMap<string, number>, least: number): ReadonlySet<string> {
  const merged = new Set<string>()
  let size = 0
  for (const [key, n] of [...sizes].sort(([, a], [, b]) => a - b)) {
    if (n >= least && (size === 0 || size >= least)) break
    merged.add(key)
    size += n
  }
  return merged
}
