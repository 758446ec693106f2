/** A share in percent to one place; of nothing there is none. All but all is never shown as all. */
export function percentOf(part: number, whole: number): number | null {
  if (!whole) return null
  const exact = (part / whole) * 100
  const shown = Math.round(exact * 10) / 10
  if (part < whole && shown >= 100) return 99.9
  return part > 0 && shown <= 0 ? 0.1 : shown
}
