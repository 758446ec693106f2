interface Size {
  code: string
  heightFrom: number | null
  heightTo: number | null
  weightFrom: number | null
  weightTo: number | null
}
export interface Suggested {
  code: string
  by: 'both' | 'height' | 'weight'
}
const within = (value: number | null | undefined, from: number | null, to: number | null): boolean =>
  typeof value === 'number' && (from !== null || to !== null) && value >= (from ?? 0) && value <= (to ?? Number.POSITIVE_INFINITY)
/** 30-WO2: the size that fits height and weight, else the larger of those that fit one of them; sizes run from the smallest. */
export function suggestSize(sizes: readonly (Size | null)[] | null, height: number | null | undefined, weight: number | null | undefined): Suggested | undefined {
  const all = (sizes ?? []).flatMap(size => size ?? [])
  const [tall, heavy] = [all.filter(s => within(height, s.heightFrom, s.heightTo)), all.filter(s => within(weight, s.weightFrom, s.weightTo))]
  const both = tall.find(s => heavy.includes(s))
  if (both) return { code: both.code, by: 'both' }
  const [byHeight, byWeight] = [tall.at(-1), heavy.at(-1)]
  if (byHeight && byWeight) return all.indexOf(byWeight) > all.indexOf(byHeight) ? { code: byWeight.code, by: 'weight' } : { code: byHeight.code, by: 'height' }
  if (byHeight) return { code: byHeight.code, by: 'height' }
  return byWeight ? { code: byWeight.code, by: 'weight' } : undefined
}
