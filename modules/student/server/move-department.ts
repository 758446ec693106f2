import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { today } from '#server/today.ts'

/** Grade-majors went to another department: their students go with them, and their history says from when (BO4). */
export async function moveDepartment(db: Db, gradeMajorIds: readonly string[], departmentId: string): Promise<number> {
  const { tenantId } = db.me
  const on = today()
  const moved = await db.query<{ id: string; from: string; classId: string | null; gradeMajorId: string }>(sql`
    with was as (select id, department_id from student where tenant_id = ${tenantId} and grade_major_id = any(${[...gradeMajorIds]}::uuid[]) and department_id <> ${departmentId} for update)
    update student s set department_id = ${departmentId}, version = s.version + 1, updated_at = now(), updated_by = ${db.me.userId || null}
    from was where s.tenant_id = ${tenantId} and s.id = was.id
    returning s.id, was.department_id as "from", s.class_id as "classId", s.grade_major_id as "gradeMajorId"`)
  if (!moved.length) return 0
  const ids = moved.map(m => m.id)
  const open = sql`tenant_id = ${tenantId} and student_id = any(${ids}::uuid[]) and "to" is null`
  await db.query(sql`update class_history set department_id = ${departmentId}, updated_at = now() where ${open} and "from" >= ${on}`)
  await db.query(sql`
    with closed as (update class_history set "to" = ${on}, updated_at = now() where ${open} and "from" < ${on} returning *)
    insert into class_history (tenant_id, student_id, "from", status, class_id, grade_major_id, major_id, department_id, campus_id, grade, level, gender_code, ethnicity_code, political_code, source_canton, birth_date, cause)
    select tenant_id, student_id, ${on}, status, class_id, grade_major_id, major_id, ${departmentId}, campus_id, grade, level, gender_code, ethnicity_code, political_code, source_canton, birth_date, 'classChanged' from closed`)
  await db.query(sql`
    insert into operation_log (tenant_id, user_id, module, action, biz_type, biz_id, source, diff)
    select ${tenantId}, ${db.me.userId || null}, 'student', 'update', 'student', m.id, 'campus', jsonb_build_object('departmentId', jsonb_build_object('from', m."from", 'to', ${departmentId}::text))
    from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) m(id uuid, "from" text)`)
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
