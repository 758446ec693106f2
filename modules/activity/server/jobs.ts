import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { eachApart } from '#server/jobs/each-apart.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { expireOffers } from './seats.ts'

/** 60-AT6: seats that were offered go on to the next one. */
export async function passOffers(db: Db, now = Date.now()): Promise<number> {
  const due = await db.query<{ id: string }>(sql`select distinct activity_id as id from activity_enrolment
    where tenant_id = ${db.me.tenantId} and state = 'offered' and offered_until <= ${new Date(now).toISOString()}::timestamptz order by 1`)
  await eachApart(due, ({ id }) => db.tx(tx => expireOffers(tx, id, now)))
  return due.length
}
export default scheduledJob('activity.offers', '活动候补', '* * * * *', db => passOffers(db), {
  due: `select from activity_enrolment where tenant_id = $1 and state = 'offered' and offered_until <= now()`,
})
