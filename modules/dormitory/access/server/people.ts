import sql from 'sql-template-tag'
import { studentsOf } from '#modules/student/server/api.ts'
import { staffOfAll } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'

export interface Resident {
  id: string
  name: string
  className: string
  departmentId: string | null
  /** Accounts of their counsellors. */
  fdy: string[]
}
/** Students with their counsellors' accounts, in one statement. */
export async function pupilsOf(db: Db, studentIds: readonly string[]): Promise<Map<string, Resident>> {
  const rows = await db.query<Resident>(sql`select s.id, s.name, coalesce(c.name, '') as "className", s.department_id as "departmentId",
      array(select f.user_id from student_staff_now f where f.tenant_id = s.tenant_id and f.student_id = s.id and f.role = 'fdy' and f.user_id is not null) as fdy
    from student s left join stu_class c on c.tenant_id = s.tenant_id and c.id = s.class_id where s.tenant_id = ${db.me.tenantId} and s.id = any(${[...new Set(studentIds)]}::uuid[])`)
  return new Map(rows.map(r => [r.id, r]))
}
/** Managers of these students' colleges. */
export async function collegesOf(db: Db, studentIds: readonly string[]): Promise<Map<string, string[]>> {
  const students = [...(await studentsOf(db, studentIds)).values()]
  const people = await staffOfAll(db, students, 'college')
  return new Map(students.map((s, at) => [s.id, people[at] ?? []]))
}
