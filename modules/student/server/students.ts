import sql, { empty, type Sql } from 'sql-template-tag'
import { refusalOf } from '#model'
import type { Ctx, Db, Principal } from '#server/context.ts'
import type { StudentStatus } from '../model/status.ts'
import { student } from '../model/student.ts'

/** Student data for other modules. */
export interface StudentOf {
  id: string
  name: string
  studentNo: string | null
  genderCode: string
  grade: number | null
  departmentId: string | null
  majorId: string | null
  classId: string | null
  className: string | null
  /** The class until the student has ended: decides on the counsellor. */
  counselledClassId: string | null
  status: StudentStatus | null
  expectedGraduation: string | null
  phone: string | null
  homeCanton: string | null
  homeAddress: string | null
  emergencyName: string | null
  emergencyPhone: string | null
  /** The student's enabled account, null if none, disabled or expired. */
  userId: string | null
}
interface How {
  /** Row locks until the transaction ends, acquired in id order: decisions based on these rows stay valid. */
  lock?: boolean
}
const select = (db: Db, where: Sql, { lock = false }: How): Promise<StudentOf[]> =>
  db.query<StudentOf>(sql`select s.id, s.name, s.student_no as "studentNo", s.gender_code as "genderCode", s.grade, s.department_id as "departmentId", s.major_id as "majorId", s.class_id as "classId", c.name as "className",
      s.counselled_class_id as "counselledClassId", s.status, s.expected_graduation::text as "expectedGraduation", s.phone, s.home_canton as "homeCanton", s.home_address as "homeAddress",
      s.emergency_name as "emergencyName", s.emergency_phone as "emergencyPhone", u.user_id as "userId"
    from student s left join stu_class c on c.tenant_id = s.tenant_id and c.id = s.class_id left join student_account u on u.tenant_id = s.tenant_id and u.student_id = s.id
    where s.tenant_id = ${db.me.tenantId} and s.deleted_at is null and ${where} order by s.id ${lock ? sql`for no key update of s` : empty}`)

/** Students by id, without scope: the caller has checked it or acts for the school. */
export const studentsOf = async (db: Db, ids: readonly string[], how: How = {}): Promise<Map<string, StudentOf>> =>
  new Map((ids.length ? await select(db, sql`s.id = any(${[...new Set(ids)]}::uuid[])`, how) : []).map(s => [s.id, s]))
export const studentOf = async (db: Db, id: string, how: How = {}): Promise<StudentOf | undefined> => (await studentsOf(db, [id], how)).get(id)
/** These rows with their students; rows of deleted students are left out. */
export async function withStudents<R extends { studentId: string }>(db: Db, rows: readonly R[]): Promise<Array<{ row: R; who: StudentOf }>> {
  const students = await studentsOf(
    db,
    rows.map(r => r.studentId),
  )
  return rows.flatMap(row => {
    const who = students.get(row.studentId)
    return who ? [{ row, who }] : []
  })
}
/** These rows with name, number and class of their students in place of the id; rows of deleted students are left out. */
export async function namedByStudent<R extends { studentId: string }>(
  db: Db,
  rows: readonly R[],
): Promise<Array<Omit<R, 'studentId'> & Pick<StudentOf, 'name' | 'studentNo' | 'className'>>> {
  return (await withStudents(db, rows)).map(({ row: { studentId: _id, ...row }, who: { name, studentNo, className } }) => ({ ...row, name, studentNo, className }))
}
/** Students by complete student number, without scope. */
export const studentsByNo = async (db: Db, numbers: readonly string[]): Promise<StudentOf[]> =>
  numbers.length ? select(db, sql`s.student_no = any(${[...numbers]}::text[])`, {}) : []
export const studentByNo = async (db: Db, studentNo: string): Promise<StudentOf | undefined> => (await studentsByNo(db, [studentNo]))[0]

/** Student id of the caller; refuses other accounts. */
export function ownStudentId({ studentId }: Pick<Principal, 'studentId'>): string {
  if (!studentId) throw refusalOf(student, 'notStudent')
  return studentId
}
/** Student of the caller; refuses other accounts. */
export async function selfStudent({ db, me }: Pick<Ctx, 'db' | 'me'>, how: How = {}): Promise<StudentOf> {
  const who = await studentOf(db, ownStudentId(me), how)
  if (!who) throw refusalOf(student, 'notStudent')
  return who
}
/** Enabled accounts by student. */
export async function accountsOf(db: Db, studentIds: readonly string[]): Promise<Map<string, string>> {
  if (!studentIds.length) return new Map()
  const rows = await db.query<{ studentId: string; userId: string }>(
    sql`select student_id as "studentId", user_id as "userId" from student_account where tenant_id = ${db.me.tenantId} and student_id = any(${[...new Set(studentIds)]}::uuid[])`,
  )
  return new Map(rows.map(r => [r.studentId, r.userId]))
}
