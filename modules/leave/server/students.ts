import sql, { empty } from 'sql-template-tag'
import type { StudentStatus } from '#modules/student/model/status.ts'
import type { Db } from '#server/context.ts'

/** What leaves ask of a student. */
export interface StudentOf {
  id: string
  name: string
  studentNo: string | null
  classId: string | null
  departmentId: string | null
  status: StudentStatus | null
  emergencyName: string | null
  emergencyPhone: string | null
  /** The account that applies and is told; a student may have none yet. */
  userId: string | null
}
const select = (
  db: Db,
  ids: readonly string[],
  isLocked: boolean,
) => sql`select s.id, s.name, s.student_no as "studentNo", s.class_id as "classId", s.department_id as "departmentId", s.status,
    s.emergency_name as "emergencyName", s.emergency_phone as "emergencyPhone",
    (select u.id from sys_user u where u.tenant_id = s.tenant_id and u.student_id = s.id and u.realm = 'admin' and u.status <> 'disabled' order by u.created_at limit 1) as "userId"
  from student s where s.tenant_id = ${db.me.tenantId} and s.id = any(${[...ids]}::uuid[]) and s.deleted_at is null ${isLocked ? sql`for no key update` : empty}`

/** The caller has made sure of the scope, or acts for the school itself. */
export const studentsOf = async (db: Db, ids: readonly string[]): Promise<Map<string, StudentOf>> =>
  new Map((ids.length ? await db.query<StudentOf>(select(db, ids, false)) : []).map(s => [s.id, s]))
export const studentOf = async (db: Db, id: string): Promise<StudentOf | undefined> => (await studentsOf(db, [id])).get(id)
/** The same, with other applications of this student waiting until the transaction ends: what is judged against their leaves stays true. */
export const lockedStudent = async (db: Db, id: string): Promise<StudentOf | undefined> => (await db.query<StudentOf>(select(db, [id], true)))[0]
