import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { notifyWorkers, queueWorker } from '#server/jobs/queue-worker.ts'
import { reconcileStudents } from './reconcile-set.ts'

/** Queue of students whose state may have changed. */
const TOUCHED = 'presence.touched'
export const AT_ONCE = 2000

/** Queues students; what is told of somebody many times in a rush is looked at once. */
export async function touch(db: Db, studentIds: readonly string[]): Promise<void> {
  if (!studentIds.length) return
  await db.query(sql`insert into presence_touched (tenant_id, student_id) select distinct ${db.me.tenantId}::uuid, x.id from unnest(${[...studentIds]}::uuid[]) x(id)
    order by 2 on conflict do nothing`)
  await notifyWorkers(db, TOUCHED)
}
/** Takes some queued students and finds their states anew; processes never take the same ones. */
export async function reconcileTouched(db: Db): Promise<boolean> {
  return db.tx(async tx => {
    const taken = await tx.query<{ id: string }>(sql`delete from presence_touched where tenant_id = ${db.me.tenantId} and student_id in
        (select student_id from presence_touched where tenant_id = ${db.me.tenantId} order by student_id limit ${AT_ONCE} for update skip locked) returning student_id as id`)
    await reconcileStudents(tx, taken.map(t => t.id).sort())
    return taken.length === AT_ONCE
  })
}
export default queueWorker(TOUCHED, 'select from presence_touched where tenant_id = $1', reconcileTouched)
