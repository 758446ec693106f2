import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { warningSides } from '#server/extensions/warning-sources.ts'
import { notifyWorkers, queueWorker } from '#server/jobs/queue-worker.ts'
import { lookAgain } from './score-set.ts'

/** Queue of students of whom something new may be known. */
const TOUCHED = 'warning.touched'
export const AT_ONCE = 2000
/** What is told of somebody many times in a rush is looked at once. */
async function look(db: Db, studentIds: readonly string[]): Promise<void> {
  if (!studentIds.length) return
  await db.query(sql`insert into warning_touched (tenant_id, student_id) select distinct ${db.me.tenantId}::uuid, x.id from unnest(${[...studentIds]}::uuid[]) x(id)
    order by 2 on conflict do nothing`)
  await notifyWorkers(db, TOUCHED)
}
/** Looks at everybody again who has signals or is listed: what they count has changed. */
export async function lookAtAllSoon(db: Db): Promise<void> {
  await db.query(sql`insert into warning_touched (tenant_id, student_id) select ${db.me.tenantId}::uuid, x.id from (select student_id as id from warning_signal where tenant_id = ${db.me.tenantId}
      union select student_id from warning_case where tenant_id = ${db.me.tenantId} and state <> 'closed') x order by 2 on conflict do nothing`)
  await notifyWorkers(db, TOUCHED)
}
/** Takes some queued students; processes never take the same ones. */
async function lookTouched(db: Db): Promise<boolean> {
  return db.tx(async tx => {
    const taken = await tx.query<{ id: string }>(sql`delete from warning_touched where tenant_id = ${db.me.tenantId} and student_id in
        (select student_id from warning_touched where tenant_id = ${db.me.tenantId} order by student_id limit ${AT_ONCE} for update skip locked) returning student_id as id`)
    await lookAgain(tx, taken.map(t => t.id).sort())
    return taken.length === AT_ONCE
  })
}
export default [warningSides.make({ look }), queueWorker(TOUCHED, 'select from warning_touched where tenant_id = $1', lookTouched)]
