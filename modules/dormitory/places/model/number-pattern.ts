/** Generation of room numbers and floor names; pure functions shared by preview and execution. */
const PLACES = ['floor', 'ff', 'n', 'nn'] as const

/** Error of a pattern: an unknown placeholder, or a missing room or floor number. */
export function patternFault(pattern: string): { unknown: string } | { missing: 'n' | 'floor' } | undefined {
  const words = [...pattern.matchAll(/\{([^}]*)\}/g)].map(m => m[1] as string)
  const unknown = words.find(w => !(PLACES as readonly string[]).includes(w))
  if (unknown !== undefined) return { unknown }
  if (!words.some(w => w === 'n' || w === 'nn')) return { missing: 'n' }
  return words.some(w => w === 'floor' || w === 'ff') ? undefined : { missing: 'floor' }
}
const two = (n: number): string => String(n).padStart(2, '0')
/** `{floor}{nn}` → 302 on the third floor, B102 on the first below ground. */
export function roomNumber(pattern: string, floorNo: number, n: number): string {
  const below = floorNo < 0 ? 'B' : ''
  const values: Record<string, string> = { floor: `${below}${Math.abs(floorNo)}`, ff: `${below}${two(Math.abs(floorNo))}`, n: String(n), nn: two(n) }
  return pattern.replace(/\{(\w+)\}/g, (_, word: string) => values[word] ?? '')
}
/** There is no floor 0: below 1 comes -1. */
export const floorsBetween = (from: number, to: number): number[] => Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i).filter(n => n !== 0)
export const floorName = (floorNo: number): string => (floorNo < 0 ? `地下${-floorNo}层` : `${floorNo}层`)
