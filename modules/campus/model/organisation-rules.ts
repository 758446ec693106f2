export const MAX_DEPTH = 5

export interface NameParts {
  grade: number
  short: string
  n: number
}
/** `{grade}{short}{n}班` → `2026软件1班`; `{yy}` is the year in two digits, `{nn}` the number in two. */
export const className = (pattern: string, { grade, short, n }: NameParts): string =>
  pattern.replace(
    /\{(\w+)\}/g,
    (place, key: string) => ({ grade: String(grade), yy: String(grade % 100).padStart(2, '0'), short, n: String(n), nn: String(n).padStart(2, '0') })[key] ?? place,
  )

export const PATTERN_PLACES = ['grade', 'yy', 'short', 'n', 'nn'] as const
/** Why a name pattern is invalid: unknown placeholder, or no running number. */
export function patternFault(pattern: string): { unknown?: string; noNumber?: true } | undefined {
  const places = [...pattern.matchAll(/\{(\w+)\}/g)].map(m => m[1] as string)
  const unknown = places.find(p => !(PATTERN_PLACES as readonly string[]).includes(p))
  if (unknown) return { unknown }
  return places.includes('n') || places.includes('nn') ? undefined : { noNumber: true }
}
/** `7-8-8-7` → the seats of each column, or undefined. */
export function examColumns(layout: string): number[] | undefined {
  const columns = layout.split('-').map(Number)
  return columns.every(n => Number.isInteger(n) && n > 0 && n <= 30) ? columns : undefined
}
/** Whether a building has this floor; there is no floor 0. */
export const hasFloor = (building: { floors: number; basements: number | null }, floor: number): boolean =>
  floor !== 0 && floor <= building.floors && floor >= -(building.basements ?? 0)
/** Students above the ratio of one counsellor to so many students (default 1:200). */
export const overRatio = (students: number, ratio: number): number => Math.max(0, students - ratio)
