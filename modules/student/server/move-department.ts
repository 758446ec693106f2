import sql, { raw } from 'sql-template-tag'
import { snake } from '#model'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { classHistory, SPAN_FIELDS } from '../model/history.ts'
import { student } from '../model/student.ts'

/** Grade-majors moved to another department: updates their students and their spans (BO4). */
export async function moveDepartment(db: Db, gradeMajorIds: readonly string[], departmentId: string): Promise<number> {
  const { tenantId } = db.me
  const on = today()
  const moved = await db.query<{ id: string; from: string; classId: string | null; gradeMajorId: string }>(sql`
    select id, department_id as "from", class_id as "classId", grade_major_id as "gradeMajorId" from student
    where tenant_id = ${tenantId} and deleted_at is null and grade_major_id = any(${[...gradeMajorIds]}::uuid[]) and department_id <> ${departmentId} order by id for update`)
  if (!moved.length) return 0
  await db.sourced('campus').updateWhere(student, { id: moved.map(m => m.id) }, { departmentId })
  await beginSpans(
    db,
    moved.map(m => m.id),
    departmentId,
    on,
  )
  await db.emitMany(
    'student.classChanged',
    moved.map(m => ({
      studentId: m.id,
      from: { classId: m.classId, gradeMajorId: m.gradeMajorId, departmentId: m.from },
      to: { classId: m.classId, gradeMajorId: m.gradeMajorId, departmentId },
      effectiveDate: on,
      cause: 'gradeMajorMoved',
    })),
  )
  return moved.length
}
/** Closes the students' open spans on that day and opens spans in the new department; one starting that day or later is corrected in place. */
async function beginSpans(db: Db, studentIds: readonly string[], departmentId: string, on: string): Promise<void> {
  const open = sql`t.student_id = any(${[...studentIds]}::uuid[]) and t."to" is null`
  await db.updateWhere(classHistory, sql`${open} and t."from" >= ${on}`, { departmentId }, { history: false })
  const closed = await db.updateWhere(classHistory, sql`${open} and t."from" < ${on}`, { to: on }, { history: false })
  const same = Object.fromEntries(SPAN_FIELDS.map(name => [name, raw(`h.${snake(name)}`)]))
  const ended = sql`class_history h where h.tenant_id = ${db.me.tenantId} and h.id = any(${closed.map(c => c.id)}::uuid[])`
  if (closed.length) await db.insertFrom(classHistory, { ...same, studentId: sql`h.student_id`, from: on, departmentId, cause: 'classChanged' }, ended, { history: false })
}
