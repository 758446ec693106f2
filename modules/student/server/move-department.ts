import sql from 'sql-template-tag'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { student } from '../model/student.ts'
import { nextSpans } from './history.ts'

/** Grade-majors moved to another department: updates their students and their spans (BO4). */
export async function moveDepartment(db: Db, gradeMajorIds: readonly string[], departmentId: string): Promise<number> {
  const { tenantId } = db.me
  const on = today()
  const moved = await db.query<{ id: string; from: string; classId: string | null; gradeMajorId: string }>(sql`
    select id, department_id as "from", class_id as "classId", grade_major_id as "gradeMajorId" from student
    where tenant_id = ${tenantId} and deleted_at is null and grade_major_id = any(${[...gradeMajorIds]}::uuid[]) and department_id <> ${departmentId} order by id for update`)
  if (!moved.length) return 0
  await db.sourced('campus').updateWhere(student, { id: moved.map(m => m.id) }, { departmentId })
  await nextSpans(db, sql`student s`, sql`s.tenant_id = ${tenantId} and s.id = any(${moved.map(m => m.id)}::uuid[])`, on, 'classChanged')
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
