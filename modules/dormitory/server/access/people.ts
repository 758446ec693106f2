import sql from 'sql-template-tag'
import { type StudentOf, staffOf, studentsOf } from '#modules/leave/server/api.ts'
import type { Db } from '#server/context.ts'

export interface Resident {
  id: string
  name: string
  className: string
  departmentId: string | null
  /** Accounts of whoever counsels them. */
  fdy: string[]
}
/** Students with the accounts of their counsellors, in one statement however many. */
export async function pupilsOf(db: Db, studentIds: readonly string[]): Promise<Map<string, Resident>> {
  const rows = await db.query<Resident>(sql`select s.id, s.name, coalesce(c.name, '') as "className", s.department_id as "departmentId",
      array(select distinct u.id from class_staff f join sys_user u on u.tenant_id = f.tenant_id and u.teacher_id = f.teacher_id and u.realm = 'admin' and u.status <> 'disabled'
        where f.tenant_id = s.tenant_id and f.class_id = s.counselled_class_id and f.role = 'fdy' and f.start_date <= current_date and (f.end_date is null or f.end_date >= current_date)) as fdy
    from student s left join stu_class c on c.tenant_id = s.tenant_id and c.id = s.class_id where s.tenant_id = ${db.me.tenantId} and s.id = any(${[...new Set(studentIds)]}::uuid[])`)
  return new Map(rows.map(r => [r.id, r]))
}
/** Whoever manages the college of each of these students; asked once a college. */
export async function collegesOf(db: Db, studentIds: readonly string[]): Promise<Map<string, string[]>> {
  const students = await studentsOf(db, studentIds)
  const byCollege = Map.groupBy(students.values(), s => s.departmentId ?? '')
  const found = await Promise.all([...byCollege].map(async ([id, those]) => [id, await staffOf(db, those[0] as StudentOf, 'college')] as const))
  const people = new Map(found)
  return new Map([...students.values()].map(s => [s.id, people.get(s.departmentId ?? '') ?? []]))
}
