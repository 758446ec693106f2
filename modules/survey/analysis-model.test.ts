import fc from 'fast-check'
import { expect, it } from 'vitest'
import { associationOf } from './model/association.ts'
import { hiddenCells, shownCounts, withTotals } from './model/suppression.ts'

const sum = (values: readonly number[]): number => values.reduce((n, value) => n + value, 0)
const tableOf = (cells: readonly (readonly number[])[]): number[][] =>
  withTotals(
    cells,
    cells.map(sum),
    (cells[0] ?? []).map((_, c) => sum(cells.map(row => row[c] ?? 0))),
    sum(cells.flat()),
  )

/** Cells whose value follows from what is shown: the lines as equations in the hidden cells, solved by elimination. */
function solved(table: readonly (readonly number[])[], hidden: readonly (readonly boolean[])[]): number[] {
  const [height, width] = [table.length, table[0]?.length ?? 0]
  const unknown = hidden.flatMap((row, r) => row.flatMap((isOut, c) => (isOut ? [`${r},${c}`] : [])))
  const line = (cells: Array<[number, number]>): number[] => {
    const equation = unknown.map(() => 0)
    for (const [i, [r, c]] of cells.entries()) {
      const at = unknown.indexOf(`${r},${c}`)
      if (at >= 0) equation[at] = i === cells.length - 1 ? -1 : 1
    }
    return equation
  }
  const rows = Array.from({ length: height }, (_, r) => line(Array.from({ length: width }, (_, c) => [r, c])))
  const columns = Array.from({ length: width }, (_, c) => line(Array.from({ length: height }, (_, r) => [r, c])))
  const system = [...rows, ...columns]
  let at = 0
  for (let c = 0; c < unknown.length; c++) {
    const pivot = system.findIndex((row, r) => r >= at && Math.abs(row[c] ?? 0) > 1e-9)
    if (pivot < 0) continue
    ;[system[at], system[pivot]] = [system[pivot] as number[], system[at] as number[]]
    const lead = system[at] as number[]
    const scale = lead[c] ?? 1
    system[at] = lead.map(v => v / scale)
    for (const [r, row] of system.entries()) {
      if (r !== at && Math.abs(row[c] ?? 0) > 1e-9) system[r] = row.map((v, i) => v - (row[c] ?? 0) * ((system[at] as number[])[i] ?? 0))
    }
    at++
  }
  return system.flatMap(row => {
    const filled = row.flatMap((v, i) => (Math.abs(v) > 1e-9 ? [i] : []))
    return filled.length === 1 ? filled : []
  })
}
const tables = fc
  .tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 5 }))
  .chain(([h, w]) => fc.array(fc.array(fc.integer({ min: 0, max: 30 }), { minLength: w, maxLength: w }), { minLength: h, maxLength: h }))

it('60-SV6 shows no cell under the smallest group, and none that can be subtracted back', () => {
  fc.assert(
    fc.property(tables, fc.integer({ min: 2, max: 8 }), (cells, least) => {
      const table = tableOf(cells)
      const hidden = hiddenCells(table, least, { rows: true, columns: true })
      const grand = table.length - 1
      for (const [r, row] of table.entries()) for (const [c, n] of row.entries()) if (n < least && !(r === grand && c === row.length - 1)) expect(hidden[r]?.[c]).toBe(true)
      // where everything is hidden but the whole, there is nothing to subtract from
      const isAllHidden = hidden.flat().filter(isOut => !isOut).length <= 1
      if (!isAllHidden) expect(solved(table, hidden)).toEqual([])
      for (const [r, row] of table.entries()) {
        const out = row.slice(0, -1).filter((_, c) => hidden[r]?.[c])
        if (out.length && !hidden[r]?.[row.length - 1] && out.length < row.length - 1) expect(sum(out)).toBeGreaterThanOrEqual(least)
      }
    }),
    { numRuns: 800 },
  )
})
it('60-SV6 hides a second cell, the smallest, beside the one that is too small', () => {
  expect(shownCounts([3, 40, 9, 20], 5, true)).toEqual([null, 40, null, 20])
  expect(shownCounts([2, 2, 40, 20], 5, true)).toEqual([null, null, 40, null])
  // of a multiple choice nothing adds up
  expect(shownCounts([3, 40, 9], 5, false)).toEqual([null, 40, 9])
  expect(shownCounts([40, 9], 5, true)).toEqual([40, 9])
})
it('tests association as the textbooks do', () => {
  // Agresti, party and gender (1996): X² = 30.07 on 2 degrees of freedom
  const party = associationOf([
    [762, 327, 468],
    [484, 239, 477],
  ])
  expect(party?.chiSquare).toBeCloseTo(30.07, 2)
  expect([party?.freedom, party?.isSparse]).toEqual([2, false])
  expect(party?.p).toBeCloseTo(2.954e-7, 9)
  expect(party?.v).toBeCloseTo(0.1045, 3)
  const tea = associationOf([
    [3, 1],
    [1, 3],
  ])
  expect([tea?.chiSquare, tea?.isSparse]).toEqual([2, true])
  expect(tea?.p).toBeCloseTo(0.1573, 4)
  expect(
    associationOf([
      [3, 0],
      [1, 0],
    ]),
  ).toBeUndefined()
  // far tails and small statistics stay chances
  for (const cells of [
    [
      [1000, 1],
      [1, 1000],
    ],
    [
      [50, 50],
      [50, 50],
    ],
  ])
    expect(associationOf(cells)?.p).toSatisfy((p: number) => p >= 0 && p <= 1)
})
