/** Percentage with one decimal; null for an empty whole. Anything short of the whole shows at most 99.9, anything above nothing at least 0.1. */
export function percentOf(part: number, whole: number): number | null {
  if (!whole) return null
  const exact = (part / whole) * 100
  const shown = Math.round(exact * 10) / 10
  if (part < whole && shown >= 100) return 99.9
  return part > 0 && shown <= 0 ? 0.1 : shown
}
