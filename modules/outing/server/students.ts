import sql, { empty, type Sql } from 'sql-template-tag'
import { refusalOf } from '#model'
import { PRESENT, STUDENT_STATUS, type StudentStatus } from '#modules/student/model/status.ts'
import type { Ctx, Db } from '#server/context.ts'
import { goingOut } from '../model/going-out.ts'
import { regionNames } from './regions.ts'

/** What trips and holiday answers ask of a student. */
export interface StudentOf {
  id: string
  name: string
  studentNo: string | null
  classId: string | null
  className: string | null
  departmentId: string | null
  status: StudentStatus | null
  phone: string | null
  homeCanton: string | null
  homeAddress: string | null
  userId: string | null
}
const select = (db: Db, where: Sql, lock: Sql = empty) => sql`select s.id, s.name, s.student_no as "studentNo", s.class_id as "classId", c.name as "className",
    s.department_id as "departmentId", s.status, s.phone, s.home_canton as "homeCanton", s.home_address as "homeAddress",
    (select u.id from sys_user u where u.tenant_id = s.tenant_id and u.student_id = s.id and u.realm = 'admin' and u.status <> 'disabled' order by u.created_at limit 1) as "userId"
  from student s left join stu_class c on c.tenant_id = s.tenant_id and c.id = s.class_id where s.tenant_id = ${db.me.tenantId} and s.deleted_at is null and ${where} ${lock}`

/** The caller has made sure of the scope, or acts for the school itself. */
export const studentsOf = async (db: Db, ids: readonly string[]): Promise<Map<string, StudentOf>> =>
  new Map((ids.length ? await db.query<StudentOf>(select(db, sql`s.id = any(${[...ids]}::uuid[])`)) : []).map(s => [s.id, s]))
/** Students by the numbers somebody typed. */
export const studentsByNo = (db: Db, numbers: readonly string[]): Promise<StudentOf[]> => db.query<StudentOf>(select(db, sql`s.student_no = any(${[...numbers]}::text[])`))
/** The student who acts for themselves; two of their trips at once wait for each other. */
export async function selfOf({ db, me }: Pick<Ctx, 'db' | 'me'>): Promise<StudentOf> {
  const [who] = me.studentId ? await db.query<StudentOf>(select(db, sql`s.id = ${me.studentId}`, sql`for no key update of s`)) : []
  if (!who) throw refusalOf(goingOut, 'notStudent')
  return who
}
export const isPresent = ({ status }: StudentOf): boolean => status !== null && PRESENT.includes(status)
export function mustBePresent(who: StudentOf): void {
  if (!isPresent(who)) throw refusalOf(goingOut, 'studentState', { name: who.name, status: who.status ? STUDENT_STATUS[who.status] : '—' })
}
interface ShownRow {
  studentId: string
  cantonCode: string | null
  studentNo?: unknown
  region?: unknown
}
/** Number of the student, and the region with its name: what every list of trips and answers shows beside its rows. */
export async function showWhoAndWhere({ db }: Pick<Ctx, 'db'>, rows: readonly ShownRow[]): Promise<void> {
  const students = await studentsOf(
    db,
    rows.map(r => r.studentId),
  )
  const { full } = await regionNames(db)
  for (const row of rows) {
    row.studentNo = students.get(row.studentId)?.studentNo ?? null
    row.region = full(row.cantonCode)
  }
}
