import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { eachApart } from '#server/jobs/each-apart.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { activity } from '../model/activity.ts'
import { expireOffers, freeSplit, isSplitDue } from './seats.ts'

/** 60-AT6: seats that were offered go on to the next one. */
export async function passOffers(db: Db, now = Date.now()): Promise<number> {
  const due = await db.query<{ id: string }>(sql`select distinct activity_id as id from activity_enrolment
    where tenant_id = ${db.me.tenantId} and state = 'offered' and offered_until <= ${new Date(now).toISOString()}::timestamptz order by 1`)
  await eachApart(due, ({ id }) => db.tx(tx => expireOffers(tx, id, now)))
  return due.length
}
/** 60-AT3: what groups did not use goes to whoever waits, at the moment the activity names. */
export async function freeSplits(db: Db): Promise<number> {
  const due = await db.query<{
    id: string
  }>(sql`select id from activity where tenant_id = ${db.me.tenantId} and state = 'approved' and split_by is not null and split_freed_at is null
    and enrol_way = 'first' and split_until <= now() and start_at > now() order by id`)
  await eachApart(due, ({ id }) =>
    db.tx(async tx => {
      const of = await tx.unscoped(activity).lock(id) // found by the clock
      if (of.state === 'approved' && isSplitDue(of)) await freeSplit(tx, of)
    }),
  )
  return due.length
}
export default [
  scheduledJob('activity.offers', '活动候补', '* * * * *', db => passOffers(db), {
    due: `select from activity_enrolment where tenant_id = $1 and state = 'offered' and offered_until <= now()`,
  }),
  scheduledJob('activity.splits', '活动名额划分到期', '* * * * *', db => freeSplits(db), {
    due: `select from activity where tenant_id = $1 and state = 'approved' and split_by is not null and split_freed_at is null and enrol_way = 'first' and split_until <= now() and start_at > now()`,
  }),
]
