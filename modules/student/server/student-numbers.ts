import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { student } from '../model/student.ts'

export interface NumberGiven {
  id: string
  studentNo: string
}
/** Gives many students their number, or another one: rows, history and one event each. The number before stays with the student for searching, and their account goes on answering
 *  to it. */
export async function giveNumbers(db: Db, given: readonly NumberGiven[], source: string): Promise<void> {
  const before = await db.query<{ id: string; studentNo: string | null; formerNos: string | null }>(sql`
    select id, student_no as "studentNo", former_nos as "formerNos" from student
    where tenant_id = ${db.me.tenantId} and id = any(${given.map(g => g.id)}::uuid[]) order by id for no key update`)
  const known = new Map(before.map(b => [b.id, b]))
  const rows = given.map(({ id, studentNo }) => {
    const { studentNo: old = null, formerNos = null } = known.get(id) ?? {}
    return { id, studentNo, formerNos: [formerNos, old].filter(Boolean).join(' ') || null }
  })
  await db.sourced(source).updateMany(student, rows)
  await db.emitMany(
    'student.numberAssigned',
    given.map(({ id, studentNo }) => {
      const oldXh = known.get(id)?.studentNo
      return { studentId: id, xh: studentNo, ...(oldXh ? { oldXh } : {}) }
    }),
  )
}
