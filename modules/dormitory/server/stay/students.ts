import sql, { empty, type Sql } from 'sql-template-tag'
import type { Db } from '#server/context.ts'

/** What a stay asks of a student. */
export interface StudentOf {
  id: string
  studentNo: string | null
  name: string
  genderCode: string
  departmentId: string | null
  grade: number | null
  classId: string | null
  status: string | null
  expectedGraduation: string | null
  /** The account that is told; a student may have none yet. */
  userId: string | null
}
const select = (
  db: Db,
  where: Sql,
  isLocked: boolean,
): Sql => sql`select s.id, s.student_no as "studentNo", s.name, s.gender_code as "genderCode", s.department_id as "departmentId", s.grade, s.class_id as "classId",
    s.status, s.expected_graduation::text as "expectedGraduation",
    (select u.id from sys_user u where u.tenant_id = s.tenant_id and u.student_id = s.id and u.realm = 'admin' and u.status <> 'disabled' order by u.created_at limit 1) as "userId"
  from student s where s.tenant_id = ${db.me.tenantId} and s.deleted_at is null and ${where} order by s.id ${isLocked ? sql`for no key update of s` : empty}`

/** The caller has made sure of the scope, or acts for the school itself. */
export const studentsOf = async (db: Db, ids: readonly string[], { isLocked = false } = {}): Promise<Map<string, StudentOf>> =>
  new Map((ids.length ? await db.query<StudentOf>(select(db, sql`s.id = any(${[...new Set(ids)]}::uuid[])`, isLocked)) : []).map(s => [s.id, s]))
/** By the whole number: whoever stands before a desk may study anywhere. */
export const studentByNo = async (db: Db, studentNo: string): Promise<StudentOf | undefined> => (await db.query<StudentOf>(select(db, sql`s.student_no = ${studentNo}`, false)))[0]
export const accountsOf = (students: Iterable<StudentOf>): string[] => [...students].flatMap(s => (s.userId ? [s.userId] : []))
