/** Copy of the list with the items at `at` and `at + 1` swapped. */
export function swapped<T>(list: readonly T[], at: number): T[] {
  const next = [...list]
  const [moved] = next.splice(at, 1)
  if (moved !== undefined) next.splice(at + 1, 0, moved)
  return next
}
