import sql from 'sql-template-tag'
import { DAY_MS } from '#model/days.ts'
import { isEnded, type StudentStatus } from '#modules/student/model/status.ts'
import { type Db, on } from '#server/context.ts'
import { eachApart } from '#server/jobs/each-apart.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { graduationBatch } from '../../audit/model/batch.ts'
import { lookAtAll, openLists } from './lists.ts'
import { settingsOf } from './settings.ts'

/** Statuses that the closing of a batch gives: their leaving list belongs to the batch. */
const BY_BATCH: readonly StudentStatus[] = ['graduated', 'completed', 'incomplete']
const NEVER_HERE: readonly StudentStatus[] = ['notReported', 'deceased']

/** GR8: opens the lists of batches that end within the days the school has set. */
export async function openDue(db: Db, now = Date.now()): Promise<number> {
  const until = new Date(now + (await settingsOf(db)).clearanceDays * DAY_MS).toISOString()
  const due = await db.unscoped(graduationBatch).all({ state: ['published', 'paused', 'closed'], 'leavingAt.isNull': true, 'endTime.le': until }) // the clock looks at the whole school
  let opened = 0
  await eachApart(due, ({ id }) =>
    db.tx(async tx => {
      const rows = await tx.query<{ id: string }>(
        sql`select student_id as id from graduation_audit where tenant_id = ${tx.me.tenantId} and batch_id = ${id} and state <> 'closed' and result is distinct from 'extend'`,
      )
      opened += await openLists(
        tx,
        id,
        rows.map(r => r.id),
      )
      await tx.update(graduationBatch, id, { leavingAt: new Date(now).toISOString() })
    }),
  )
  return opened
}
/** GR8: who leaves early settles the same things, at once. */
const early = on('student.statusChanged', 'graduation.leavesEarly', async ({ db }, { studentId, to, reversed }) => {
  if (typeof studentId !== 'string' || typeof to !== 'string' || reversed === true) return
  const status = to as StudentStatus
  if (isEnded(status) && !BY_BATCH.includes(status) && !NEVER_HERE.includes(status)) await openLists(db, null, [studentId])
})
export default [
  early,
  scheduledJob(
    'graduation.leaving',
    '离校手续',
    '20 3 * * *',
    async db => {
      const opened = await openDue(db)
      await lookAtAll(db)
      return opened
    },
    {
      due: `select from graduation_batch where tenant_id = $1 and leaving_at is null and state in ('published', 'paused', 'closed') union all select from graduation_clearance where tenant_id = $1 and state = 'open'`,
    },
  ),
]
