import sql from 'sql-template-tag'
import type { Db } from '../context.ts'

/** Names people sign in to the demo school with: a person for each role. */
export const DEMO_ACCOUNTS = [
  'admin',
  'officer',
  'college',
  'fdy',
  'bzr',
  'teacher',
  'student',
  'dormManager',
  'repairer',
  'finance',
  'psychologist',
  'employer',
  'admissions',
  'league',
  'alumnus',
]

export interface DemoAccount {
  id: string
  userName: string
  departmentId: string | null
  teacherId: string | null
  studentId: string | null
}
/** The accounts of these names, or all of them. */
export const demoAccounts = (db: Db, names: readonly string[] = DEMO_ACCOUNTS): Promise<DemoAccount[]> =>
  db.query<DemoAccount>(
    sql`select id, user_name as "userName", department_id as "departmentId", teacher_id as "teacherId", student_id as "studentId" from sys_user
      where tenant_id = ${db.me.tenantId} and realm = 'admin' and user_name = any(${[...names]}::text[]) order by array_position(${[...names]}::text[], user_name)`,
  )
/** The account of this name; undefined where the modules that make it are absent. */
export const demoAccount = async (db: Db, name: string): Promise<DemoAccount | undefined> => (await demoAccounts(db, [name]))[0]
