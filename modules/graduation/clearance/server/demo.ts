import sql from 'sql-template-tag'
import { counselledClasses } from '#modules/student/server/demo-people.ts'
import type { Db } from '#server/context.ts'
import { moment } from '#server/demo/days.ts'
import { type DemoOptions, sized } from '#server/demo/options.ts'
import { graduationBatch } from '../../audit/model/batch.ts'
import { graduationItem, graduationMark } from '../../audit/model/item.ts'
import type { Batch } from '../../audit/server/api.ts'
import { openLists } from './lists.ts'

/** Everybody's list is too much for a demo: the counsellor's students first, then some of the school. */
const [WHOLE, LEAST] = [1200, 60]
const EARLY = 3
/** The open batch's lists, half of the school's own items ticked, and who left early. */
export async function demoClearance(db: Db, { id }: Batch, { students }: DemoOptions): Promise<void> {
  const leavers = await db.query<{ id: string }>(sql`select s.id from graduation_audit a join student s on s.tenant_id = a.tenant_id and s.id = a.student_id
    where a.tenant_id = ${db.me.tenantId} and a.batch_id = ${id} order by s.class_id in ${counselledClasses(db)} desc nulls last, s.student_no limit ${sized(students, WHOLE, LEAST)}`)
  const ids = leavers.map(l => l.id)
  const items = await db.unscoped(graduationItem).all({ use: 'leaving', isDeclared: false }) // demo data
  const ticked = ids.flatMap((studentId, n) => items.flatMap((item, at) => ((n + at) % 2 ? [{ itemId: item.id, studentId, isMet: true }] : [])))
  await db.insertMany(graduationMark, ticked, { history: false })
  await openLists(db, id, ids)
  await db.update(graduationBatch, id, { leavingAt: moment(-5, '03:20') })
  const early = await db.query<{ id: string }>(
    sql`select id from student where tenant_id = ${db.me.tenantId} and deleted_at is null and status in ('withdrawn', 'transferredOut') order by updated_at desc, student_no desc limit ${EARLY}`,
  )
  await openLists(
    db,
    null,
    early.map(e => e.id),
  )
}
