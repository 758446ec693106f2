import sql from 'sql-template-tag'
import { holdersOf } from '#server/access/holders.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { notify } from '#server/notifications/notify.ts'
import { expiring, REMINDER_DAYS } from '../model/index.ts'

/** Notifies the administrators, and the contact if known, that the licence expires in so many days. */
export async function remind(db: Db): Promise<number> {
  const [due] = await db.query<{ id: string; schoolName: string; expireDate: string; daysLeft: number }>(sql`
    select l.id, t.school_name as "schoolName", l.expire_date as "expireDate", l.expire_date - ${today()}::date as "daysLeft"
    from tenant t join licence l on l.tenant_id = t.id and l.id = t.licence_id
    where t.id = ${db.me.tenantId} and t.state = 'active' and l.expire_date - ${today()}::date = any(${[...REMINDER_DAYS]}::int[])`)
  if (!due) return 0
  const contacts = await db.query<{ id: string }>(
    sql`select u.id from tenant t join active_account u on u.tenant_id = t.id and u.realm = 'admin' and u.mobile = t.contact_mobile where t.id = ${db.me.tenantId}`,
  )
  const to = [...new Set([...(await holdersOf(db, 'admin')), ...contacts].map(p => p.id))]
  const { id, schoolName, expireDate, daysLeft } = due
  await notify(db, expiring, {
    to,
    values: { schoolName, expireDate, daysLeft },
    bizType: 'licence',
    bizId: id,
    link: '/tenancy/licence',
  })
  return to.length
}
export default scheduledJob('tenancy.remind', '授权到期提醒', '10 8 * * *', remind)
