import sql from 'sql-template-tag'
import { stuClass } from '#modules/campus/model/organisation.ts'
import type { Db } from '#server/context.ts'
import { withNote } from '#server/i18n/wording.ts'

export interface Named {
  name: string
  studentNo: string | null
  className: string
  bed: string
}
/** A student and their class, for lists. */
export const namedIn = (names: ReadonlyMap<string, Named>, { studentId }: { studentId: string }) => withNote(names.get(studentId)?.name ?? '', names.get(studentId)?.className)
/** Names and rooms of the students of some lines. */
export async function namesOf(db: Db, rows: ReadonlyArray<{ studentId: string; classId: string | null; bedId: string }>): Promise<Map<string, Named>> {
  const found = await db.query<{ id: string; name: string; studentNo: string | null; bed: string }>(sql`select s.id, s.name, s.student_no as "studentNo", b.full_name as bed
    from unnest(${rows.map(r => r.studentId)}::uuid[], ${rows.map(r => r.bedId)}::uuid[]) x(student_id, bed_id)
      join student s on s.tenant_id = ${db.me.tenantId} and s.id = x.student_id join dorm_bed b on b.tenant_id = s.tenant_id and b.id = x.bed_id`)
  const classes = await db.cached(stuClass)
  const classOf = new Map(rows.map(r => [r.studentId, classes.get(r.classId ?? '')?.name ?? '—']))
  return new Map(found.map(({ id, ...f }) => [id, { ...f, className: classOf.get(id) ?? '—' }]))
}
