import sql from 'sql-template-tag'
import { type StudentSide, supplyStudents } from '#modules/campus/server/api.ts'
import type { Db } from '#server/context.ts'
import { student } from '../model/student.ts'
import { countsByClass } from './compute.ts'
import { moveDepartment } from './move-department.ts'

const RECORD = sql`status in ('active', 'suspended', 'retained')`
async function keepingOpen(db: Db, classIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.query<{ id: string; n: number }>(sql`
    select class_id as id, count(*)::int as n from student
    where tenant_id = ${db.me.tenantId} and deleted_at is null and ${RECORD} and class_id = any(${[...classIds]}::uuid[]) group by 1`)
  return new Map(rows.map(r => [r.id, r.n]))
}
/** Implementation of the campus module's `StudentSide`: the dependency points from student to campus. */
const side: StudentSide = {
  countByClass: countsByClass,
  keepingOpen,
  gradeMajorsMoved: moveDepartment,
  countInGradeMajors: (db, gradeMajorIds) => db.unscoped(student).count({ gradeMajorId: [...gradeMajorIds] }), // count for the preview of a complete move
  classOf: async (db, studentId) => (await db.unscoped(student).find({ id: studentId }))?.classId ?? null, // called for the reader's own class
  accountsOf: async (db, classIds) =>
    (
      await db.query<{ id: string }>(sql`select a.user_id as id from student_account a join student s on s.tenant_id = a.tenant_id and s.id = a.student_id
        where a.tenant_id = ${db.me.tenantId} and s.deleted_at is null and s.counselled_class_id = any(${[...classIds]}::uuid[])`)
    ).map(a => a.id),
  classmates: async (db, classId) =>
    db.query<{ id: string; name: string }>(
      sql`select id, name from student where tenant_id = ${db.me.tenantId} and deleted_at is null and counselled_class_id = ${classId} order by student_no, id`,
    ),
}
export default supplyStudents(side)
