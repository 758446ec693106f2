import sql from 'sql-template-tag'
import { stuClass } from '#modules/campus/model/organisation.ts'
import { officersOf, staffOfAll } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { withNote } from '#server/i18n/wording.ts'

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

export interface Named {
  name: string
  studentNo: string | null
  className: string
  bed: string
}
/** A student and their class, for lists. */
export const namedIn = (names: ReadonlyMap<string, Named>, { studentId }: { studentId: string }) => withNote(names.get(studentId)?.name ?? '', names.get(studentId)?.className)
/** Names and rooms of the students of some lines. */
export async function namesOf(db: Db, rows: ReadonlyArray<Place & { studentId: string; bedId: string }>): Promise<Map<string, Named>> {
  const found = await db.query<{ id: string; name: string; studentNo: string | null; bed: string }>(sql`select s.id, s.name, s.student_no as "studentNo", b.full_name as bed
    from unnest(${rows.map(r => r.studentId)}::uuid[], ${rows.map(r => r.bedId)}::uuid[]) x(student_id, bed_id)
      join student s on s.tenant_id = ${db.me.tenantId} and s.id = x.student_id join dorm_bed b on b.tenant_id = s.tenant_id and b.id = x.bed_id`)
  const classes = await db.cached(stuClass)
  const classOf = new Map(rows.map(r => [r.studentId, classes.get(r.classId ?? '')?.name ?? '—']))
  return new Map(found.map(({ id, ...f }) => [id, { ...f, className: classOf.get(id) ?? '—' }]))
}
