import sql from 'sql-template-tag'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { student } from '../model/student.ts'
import { placeIds } from './events.ts'
import { nextSpans } from './history.ts'

export interface ClassMove {
  id: string
  /** A class of the student's grade-major. */
  classId: string
}
/** Puts many students into classes of their grade-majors from today on: rows, spans and one event each, in a few statements. Answers those that were moved; a student of another
 *  grade-major is not. */
export async function moveToClasses(db: Db, moves: readonly ClassMove[], source: string): Promise<string[]> {
  const { tenantId } = db.me
  const on = today()
  const ids = moves.map(m => m.id)
  const before = await db.query<{ id: string; classId: string | null; gradeMajorId: string; departmentId: string }>(sql`
    select id, class_id as "classId", grade_major_id as "gradeMajorId", department_id as "departmentId" from student
    where tenant_id = ${tenantId} and deleted_at is null and id = any(${ids}::uuid[]) order by id for no key update`)
  const wanted = sql`unnest(${ids}::uuid[], ${moves.map(m => m.classId)}::uuid[]) m(id, class_id) join stu_class c on c.tenant_id = ${tenantId} and c.id = m.class_id`
  const changed = await db
    .sourced(source)
    .updateWhere(
      student,
      sql`t.id = m.id and t.deleted_at is null and t.grade_major_id = c.grade_major_id and t.class_id is distinct from m.class_id`,
      { classId: sql`m.class_id`, campusId: sql`c.campus_id` },
      { from: wanted, returning: ['id', 'classId'] },
    )
  const to = new Map(changed.map(c => [c.id, c.classId]))
  await nextSpans(db, sql`student s`, sql`s.tenant_id = ${tenantId} and s.id = any(${[...to.keys()]}::uuid[])`, on, 'classChanged')
  const moved = before.filter(b => to.has(b.id))
  await db.emitMany(
    'student.classChanged',
    moved.map(b => ({ studentId: b.id, from: placeIds(b), to: placeIds({ ...b, classId: to.get(b.id) ?? null }), effectiveDate: on, cause: source })),
  )
  return moved.map(m => m.id)
}
