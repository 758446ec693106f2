import sql, { type Sql } from 'sql-template-tag'
import type { MeasureContext } from '#server/measures/compute-measure.ts'
import { welcomeBatch } from '../../steps/model/batch.ts'
import { welcomeMember } from '../../steps/model/step-state.ts'
import { type Batch, COMES } from '../../steps/server/api.ts'

/** The newest batch that has begun. */
export async function shownBatch({ db, now }: MeasureContext): Promise<Batch | undefined> {
  const [batch] = await db
    .unscoped(welcomeBatch) // the names of batches are open
    .all({ state: ['published', 'paused', 'closed'], 'beginTime.le': now.toISOString() }, { sort: ['-beginTime'], limit: 1 })
  return batch
}
/** Who is expected, in the scope of the screen; who has come later than the moment shown has not. */
export const comers = ({ db, now }: MeasureContext, batchId: string): Sql =>
  sql`(select m.student_id, a.name, case when m.arrived_at <= ${now.toISOString()}::timestamptz then m.arrived_at end as arrived_at, a.department_id, a.source_canton, a.gender_code, a.level
    from ${db.visible(welcomeMember).rows()} m join admitted_student a on a.tenant_id = m.tenant_id and a.id = m.student_id and ${COMES} where m.batch_id = ${batchId}::uuid)`
