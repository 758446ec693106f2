import sql from 'sql-template-tag'
import { withStudents } from '#modules/student/server/api.ts'
import { isOpen } from '#modules/workflow/rounds/model/round.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { notifyAbout } from '#server/notifications/about.ts'
import { registrationBatch } from '../model/batch.ts'
import { REGISTRATION_MESSAGES } from '../model/messages.ts'
import { registrationRecord } from '../model/record.ts'
import { aboutRecord } from './notify.ts'
import { standIn } from './stand-in.ts'

/** 30-SG4: deferrals that are over leave the student unregistered, who is told. */
export async function endDeferrals(db: Db, on = today()): Promise<number> {
  const ended = await db.updateWhere(registrationRecord, sql`t.state = 'deferred' and t.defer_until < ${on}::date`, { state: 'unregistered' })
  if (!ended.length) return 0
  const rows = await db.unscoped(registrationRecord).all({ id: ended.map(r => r.id) }) // the clock acts on all rows
  await notifyAbout(db, REGISTRATION_MESSAGES.deferralOver, aboutRecord, await withStudents(db, rows))
  return ended.length
}
/** Those who joined the audience of an open batch since it was published are on its list, too. */
export async function listJoined(db: Db): Promise<number> {
  const open = await db.unscoped(registrationBatch).all({ state: 'published' }) // the clock acts on all batches
  let listed = 0
  for (const batch of open.filter(b => isOpen(b))) listed += await standIn(db, batch)
  return listed
}
const deferrals = scheduledJob('standing.deferrals', '暂缓注册到期', '10 0 * * *', db => endDeferrals(db), {
  due: `select from registration_record where tenant_id = $1 and state = 'deferred' and defer_until < current_date + 1`,
})
const joined = scheduledJob('standing.joined', '注册名单补充', '2 * * * *', listJoined, {
  due: `select from registration_batch where tenant_id = $1 and state = 'published' and begin_time <= now() and end_time > now()`,
})
export default [deferrals, joined]
