/** A table of counts with its totals: the last row sums the columns, the last column the rows. */
export type Counts = readonly (readonly number[])[]
export interface Adding {
  /** The cells of a row add up to its total, as those of a single choice do. */
  rows: boolean
  columns: boolean
}
type Cell = readonly [row: number, column: number]
export const withTotals = (cells: Counts, rowTotals: readonly number[], columnTotals: readonly number[], total: number): number[][] => [
  ...cells.map((row, r) => [...row, rowTotals[r] ?? 0]),
  [...columnTotals, total],
]

/**
 * Which cells of a table with totals are not shown (60-SV6): those under `least`, and with them so many others that none can be found by subtracting. A line that adds up hides
 * no cell alone, nor cells that together are under `least`; and no hidden cell links two parts of the table that are otherwise known, since its value would be their difference.
 */
export function hiddenCells(table: Counts, least: number, adding: Adding): boolean[][] {
  const [height, width] = [table.length, table[0]?.length ?? 0]
  const hidden = table.map((row, r) => row.map((n, c) => n < least && !(r === height - 1 && c === width - 1)))
  const value = ([r, c]: Cell): number => table[r]?.[c] ?? 0
  const isHidden = ([r, c]: Cell): boolean => hidden[r]?.[c] === true
  const isGrand = ([r, c]: Cell): boolean => r === height - 1 && c === width - 1
  const rows = Array.from({ length: height }, (_, r) => Array.from({ length: width }, (_, c): Cell => [r, c]))
  const columns = Array.from({ length: width }, (_, c) => Array.from({ length: height }, (_, r): Cell => [r, c]))
  const lines = [...(adding.rows ? rows : []), ...(adding.columns ? columns : [])]
  /** Hides the smallest cell of a line that is still shown. */
  const hideIn = (line: readonly Cell[]): boolean => {
    const [next] = line.filter(cell => !isHidden(cell) && !isGrand(cell)).sort((a, b) => value(a) - value(b))
    if (next) (hidden[next[0]] as boolean[])[next[1]] = true
    return next !== undefined
  }
  const isGivenAway = (line: readonly Cell[]): boolean => {
    const out = line.filter(isHidden)
    if (!out.length) return false
    const last = line.at(-1) as Cell
    return out.length === 1 || (!isHidden(last) && out.reduce((n, cell) => n + value(cell), 0) < least)
  }
  for (let isChanged = true; isChanged; ) {
    isChanged = false
    for (const line of lines) while (isGivenAway(line) && hideIn(line)) isChanged = true
    if (isChanged || !adding.rows || !adding.columns) continue
    const bridge = rows.flat().find(cell => isHidden(cell) && isBridge(hidden, cell))
    if (bridge) isChanged = hideIn(rows[bridge[0]] as Cell[]) || hideIn(columns[bridge[1]] as Cell[])
  }
  return hidden
}
/** Whether nothing but this hidden cell links its row to its column: rows and columns are the places, hidden cells the ways between them. */
function isBridge(hidden: readonly (readonly boolean[])[], [row, column]: Cell): boolean {
  const seenRows = new Set([row])
  const seenColumns = new Set<number>()
  const todo: Array<{ row: number } | { column: number }> = [{ row }]
  for (let at = todo.pop(); at; at = todo.pop()) {
    if ('row' in at) {
      for (const [c, isOut] of (hidden[at.row] ?? []).entries()) {
        if (!isOut || (at.row === row && c === column) || seenColumns.has(c)) continue
        seenColumns.add(c)
        todo.push({ column: c })
      }
      continue
    }
    for (const [r, line] of hidden.entries()) {
      if (!line[at.column] || (r === row && at.column === column) || seenRows.has(r)) continue
      seenRows.add(r)
      todo.push({ row: r })
    }
  }
  return !seenColumns.has(column)
}
/** Values of one question that add up to those who answered, or do not, with what is not shown as null. */
export function shownCounts(counts: readonly number[], least: number, addUp: boolean): Array<number | null> {
  const total = counts.reduce((n, count) => n + count, 0)
  const hidden = hiddenCells([[...counts, total]], least, { rows: addUp, columns: false })[0] ?? []
  return counts.map((count, i) => (hidden[i] ? null : count))
}
