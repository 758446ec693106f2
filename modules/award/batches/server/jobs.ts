import sql from 'sql-template-tag'
import { schoolDate } from '#model/school-time.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { staffOfAll } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { notifyEach } from '#server/notifications/notify.ts'
import { awardBatch } from '../model/batch.ts'
import { AWARD_MESSAGES } from '../model/messages.ts'
import { tellUnsubmitted } from './notify-opened.ts'
import { settingsOf } from './settings.ts'

interface Unused {
  batchId: string
  batch: string
  by: string
  item: string
  departmentId: string
  free: number
}
/** Seats that nobody was nominated for, told to their college on one day before the last. */
export async function remindUnused(db: Db, on = today()): Promise<number> {
  const day = addDays(on, (await settingsOf(db)).reminderDays)
  const found =
    await db.query<Unused>(sql`select b.id as "batchId", b.name as batch, b.nominate_by::text as by, i.name as item, q.department_id as "departmentId", s.issued - s.held - s.used as free
    from award_batch b join award_quota q on q.tenant_id = b.tenant_id and q.batch_id = b.id join award_item i on i.tenant_id = q.tenant_id and i.id = q.item_id
      join seat_balance s on s.tenant_id = q.tenant_id and s.round_id = b.id and s.holder = i.code || ':' || q.department_id::text
    where b.tenant_id = ${db.me.tenantId} and b.nominate_by = ${day}::date and b.state in ('published', 'closed') and b.stage = 'nominating' and s.issued - s.held - s.used > 0`)
  const staff = await staffOfAll(
    db,
    found.map(({ departmentId }) => ({ counselledClassId: null, departmentId })),
    'college',
  )
  const told = found.map(({ batchId, departmentId: _, ...values }, n) => {
    const link = `/award/cases?batch=${batchId}`
    return { to: staff[n] ?? [], values, bizType: 'awardBatch', bizId: batchId, link, mobileLink: link }
  })
  await notifyEach(db, AWARD_MESSAGES.unused, told)
  return found.length
}
/** Students whose facts fit and who have not applied, on the same day before the end of a batch. */
export async function remindUnsubmitted(db: Db, on = today()): Promise<number> {
  const day = addDays(on, (await settingsOf(db)).reminderDays)
  const open = await db.unscoped(awardBatch).all({ state: 'published' }) // for everybody they are for
  let told = 0
  for (const batch of open.filter(b => schoolDate(b.endTime) === day)) told += await tellUnsubmitted(db, batch)
  return told
}
export default [
  scheduledJob('award.unused', '提醒学院还有名额', '20 8 * * *', db => remindUnused(db)),
  scheduledJob('award.unsubmitted', '提醒还没有提交的评奖申报', '30 8 * * *', db => remindUnsubmitted(db)),
]
