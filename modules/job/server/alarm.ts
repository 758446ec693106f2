import { holdersOf } from '#server/access/holders.ts'
import { on } from '#server/context.ts'
import { notify } from '#server/notifications/notify.ts'
import { job, jobFailedOften } from '../model/job.ts'

/** A job that keeps failing calls the administrators. */
export default on('job.failedOften', 'job.alarm', async ({ db }, { jobId, failures, message }) => {
  // the alarm concerns the platform, not rows of a person's scope
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
