/** Rooms as columns of seats, `7-8-8-7`. Seats are numbered in a snake: down the first column, up the second. */
export interface Place {
  column: number
  /** From the front. */
  row: number
}
/** Where the seats of a room stand, in the order of their numbers. */
export const placesOf = (columns: readonly number[]): Place[] =>
  columns.flatMap((length, column) => Array.from({ length }, (_, n) => ({ column, row: column % 2 ? length - 1 - n : n })))
/** For each seat, from 0, those beside, before and behind it. */
export function neighboursOf(columns: readonly number[]): number[][] {
  const places = placesOf(columns)
  const at = new Map(places.map((p, n) => [`${p.column} ${p.row}`, n]))
  return places.map(({ column, row }) =>
    [
      [column, row - 1],
      [column, row + 1],
      [column - 1, row],
      [column + 1, row],
    ].flatMap(([c, r]) => at.get(`${c} ${r}`) ?? []),
  )
}
/** Numbers of neighbouring seats, from 1, whose people come from one school. A school that is not known is none. */
export const pairsOf = (columns: readonly number[], schools: ReadonlyMap<number, string>): Array<[number, number]> =>
  neighboursOf(columns).flatMap((near, n) => {
    const school = schools.get(n + 1)
    return school ? near.filter(other => other > n && schools.get(other + 1) === school).map((other): [number, number] => [n + 1, other + 1]) : []
  })
