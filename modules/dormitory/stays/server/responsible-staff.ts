import { officersOf, staffOfAll } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'

interface Place {
  classId: string | null
  departmentId: string | null
}
const keyOf = ({ classId, departmentId }: Place): string => `${classId} ${departmentId}`
const distinct = <P extends Place>(places: readonly P[]): P[] => [...new Map(places.map(p => [keyOf(p), p])).values()]
async function inRole(db: Db, role: 'fdy' | 'college', places: readonly Place[]): Promise<Map<string, string[]>> {
  const found = await staffOfAll(
    db,
    places.map(p => ({ counselledClassId: p.classId, departmentId: p.departmentId })),
    role,
  )
  return new Map(places.map((p, at) => [keyOf(p), found[at] ?? []]))
}
/** Accounts of college managers for these rows; the office as fallback. */
export async function collegesOf<P extends Place>(db: Db, rows: readonly P[]): Promise<(row: P) => readonly string[]> {
  const people = await inRole(db, 'college', distinct(rows))
  const office = [...people.values()].every(ids => ids.length) ? [] : await officersOf(db)
  return row => orElse(people.get(keyOf(row)), office)
}
/** Accounts of counsellors for these rows; fallback: the college, then the office. */
export async function counsellorsOf<P extends Place>(db: Db, rows: readonly P[]): Promise<(row: P) => readonly string[]> {
  const people = await inRole(db, 'fdy', distinct(rows))
  const alone = rows.filter(row => !people.get(keyOf(row))?.length)
  const college = alone.length ? await collegesOf(db, alone) : () => []
  return row => orElse(people.get(keyOf(row)), college(row))
}
const orElse = (first: readonly string[] | undefined, second: readonly string[]): readonly string[] => (first?.length ? first : second)
