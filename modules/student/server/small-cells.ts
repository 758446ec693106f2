import { MERGED, smallGroups } from '#model/small-groups.ts'

/** A cell of a cross table: enrolled, and of those at school. */
export interface Cell {
  row: string
  column: string
  enrolled: number | null
  atSchool: number | null
}
export interface Counted extends Cell {
  enrolled: number
  atSchool: number
}
const sumBy = (cells: readonly Counted[], key: 'row' | 'column'): Map<string, number> => {
  const sums = new Map<string, number>()
  for (const cell of cells) sums.set(cell[key], (sums.get(cell[key]) ?? 0) + cell.enrolled)
  return sums
}
/** Merges the groups that `smallGroups` finds too small to show. */
export function mergeSmall(cells: readonly Counted[], axis: 'row' | 'column', least: number): Counted[] {
  const merged = smallGroups(sumBy(cells, axis), least)
  if (!merged.size) return [...cells]
  const made = new Map<string, Counted>()
  for (const cell of cells) {
    const moved = merged.has(cell[axis]) ? { ...cell, [axis]: MERGED } : cell
    const at = `${moved.row}|${moved.column}`
    const there = made.get(at)
    made.set(at, there ? { ...there, enrolled: there.enrolled + moved.enrolled, atSchool: there.atSchool + moved.atSchool } : moved)
  }
  return [...made.values()]
}
const isSmall = (n: number, least: number): boolean => n > 0 && n < least

/** Suppresses counts that identify individuals, and enough neighbours that they cannot be recovered from totals (complementary suppression). */
export function hideSmall(cells: readonly Counted[], least: number): Cell[] {
  const hidden = new Set(cells.filter(c => isSmall(c.enrolled, least)))
  for (let grew = true; grew; ) grew = hideNeighbour(cells, hidden, 'row') || hideNeighbour(cells, hidden, 'column')
  return cells.map(c => {
    if (hidden.has(c)) return { ...c, enrolled: null, atSchool: null }
    return isSmall(c.atSchool, least) || isSmall(c.enrolled - c.atSchool, least) ? { ...c, atSchool: null } : c
  })
}
/** A single suppressed count in a line follows from its total: suppress the next smallest as well. */
function hideNeighbour(cells: readonly Counted[], hidden: Set<Counted>, axis: 'row' | 'column'): boolean {
  for (const key of new Set([...hidden].map(c => c[axis]))) {
    const line = cells.filter(c => c[axis] === key)
    if (line.filter(c => hidden.has(c)).length !== 1) continue
    const next = line.filter(c => !hidden.has(c) && c.enrolled > 0).sort((a, b) => a.enrolled - b.enrolled)[0]
    if (!next) continue
    hidden.add(next)
    return true
  }
  return false
}
