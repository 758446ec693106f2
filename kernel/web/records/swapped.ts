/** The list with the item at `at` and the next one changed about. */
export function swapped<T>(list: readonly T[], at: number): T[] {
  const next = [...list]
  const [moved] = next.splice(at, 1)
  if (moved !== undefined) next.splice(at + 1, 0, moved)
  return next
}
