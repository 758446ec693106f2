import type { RoundRow } from '../model/round.ts'

type Window = Pick<RoundRow, 'beginTime' | 'endTime'>
const at = (time: unknown): number => Date.parse(String(time))
const iso = (ms: number): string => new Date(Math.round(ms)).toISOString()
/** Times inside a round's window, moved into another window at the same share of it. */
export function movedInto(row: RoundRow, fields: readonly string[], to: Window): Record<string, string> {
  const [begin, length] = [at(row.beginTime), at(row.endTime) - at(row.beginTime)]
  const share = (at(to.endTime) - at(to.beginTime)) / length
  return Object.fromEntries(fields.map(field => [field, iso(at(to.beginTime) + (at((row as Record<string, unknown>)[field]) - begin) * share)]))
}
/** Times inside a round's window that are still to come when it ends at `now`, between the last that has passed and the end; those that have passed stay. */
export function broughtForward(row: RoundRow, fields: readonly string[], now: string): Record<string, string> {
  const times = row as Record<string, unknown>
  const passed = fields.filter(field => at(times[field]) < at(now)).map(field => at(times[field]))
  const from = iso(Math.max(at(row.beginTime), ...passed))
  return movedInto({ ...row, beginTime: from }, fields.slice(passed.length), { beginTime: from, endTime: now })
}
