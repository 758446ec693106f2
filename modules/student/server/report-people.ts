import sql from 'sql-template-tag'
import { text } from '#model'
import type { Db } from '#server/context.ts'
import { student } from '../model/student.ts'

/** What lists for authorities say of a student. */
export const reportFields = {
  name: student.fields.name,
  studentNo: text('学号', { max: 20 }),
  idNo: student.fields.idNo,
  college: text('学院', { max: 60 }),
  className: text('班级', { max: 60 }),
} as const
interface Place {
  id: string
  college: string | null
  className: string | null
}
/** Students with their places, by id. Without scope: the caller's rows are in scope. Identity numbers are encrypted, so the gate reads them. */
export async function reportPeople(db: Db, ids: readonly string[]) {
  const people = new Map((await db.unscoped(student).all({ id: [...new Set(ids)] })).map(s => [s.id, s])) // students of rows in scope
  const places =
    await db.query<Place>(sql`select s.id, d.name as college, c.name as "className" from student s left join department d on d.tenant_id = s.tenant_id and d.id = s.department_id
    left join stu_class c on c.tenant_id = s.tenant_id and c.id = s.class_id where s.tenant_id = ${db.me.tenantId} and s.id = any(${[...ids]}::uuid[])`)
  const at = new Map(places.map(p => [p.id, p]))
  return (id: string) => {
    const { name = '', studentNo = null, idNo = '' } = people.get(id) ?? {}
    const { college = null, className = null } = at.get(id) ?? {}
    return { name, studentNo, idNo, college, className }
  }
}
