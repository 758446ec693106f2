import { holdersOf } from '#server/access/holders.ts'
import { on } from '#server/context.ts'
import { notify } from '#server/notifications/notify.ts'
import { job, jobFailedOften } from '../model/job.ts'

/** Notifies the administrators of a job that fails repeatedly. */
export default on('job.failedOften', 'job.alarm', async ({ db }, { jobId, failures, message }) => {
  // the alarm is independent of a data scope
  const row = await db.unscoped(job).find({ id: String(jobId) })
  if (!row) return
  const admins = await holdersOf(db, 'admin')
  await notify(db, jobFailedOften, {
    to: admins.map(a => a.id),
    values: { name: row.name, failures: Number(failures), message: String(message) },
    bizType: 'job',
    bizId: row.id,
    link: '/job/jobs',
  })
})
