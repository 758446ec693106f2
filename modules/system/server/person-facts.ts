import sql from 'sql-template-tag'
import { entityNamed } from '#model'
import type { Db } from '#server/context.ts'
import { personalNumbers, userExtras } from '#server/identity/api.ts'
import { setting } from './parameters.ts'

interface Facts {
  departmentName: string | null
  classId: string | null
  className: string | null
  xh: string | null
  gh: string | null
}
/** Facts in the token response beyond the account: position in the school and number. */
const facts = userExtras(async (db, { userId }) => {
  const [found] = await db.query<Facts>(sql`select d.name as "departmentName", c.id as "classId", c.name as "className", s.student_no as xh, t.staff_no as gh from sys_user u
    left join department d on d.tenant_id = u.tenant_id and d.id = u.department_id
    left join student s on s.tenant_id = u.tenant_id and s.id = u.student_id left join stu_class c on c.tenant_id = s.tenant_id and c.id = s.class_id
    left join teacher t on t.tenant_id = u.tenant_id and t.id = u.teacher_id where u.tenant_id = ${db.me.tenantId} and u.id = ${userId}`)
  const privacyVersion = await setting<string>(db, 'privacy', 'noticeVersion')
  return { ...found, privacyVersion: privacyVersion || null }
})
/** Identity number and telephone of the record behind an account: no password may contain them. */
const numbers = personalNumbers(async (db, { studentId, teacherId }) => [...(await numbersOf(db, 'student', studentId)), ...(await numbersOf(db, 'teacher', teacherId))])

async function numbersOf(db: Db, entity: 'student' | 'teacher', id: string | null): Promise<string[]> {
  if (!id) return []
  const row = await db.unscoped(entityNamed(entity)).find({ id }) // compared here, never returned
  return [row?.idNo, row?.phone].filter((n): n is string => typeof n === 'string' && n !== '')
}
export default [facts, numbers]
