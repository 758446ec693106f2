import sql from 'sql-template-tag'
import { holdsToday } from '#server/access/holders.ts'
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
  const people = await db.query<{ id: string }>(sql`
    select u.id from sys_user u where u.tenant_id = ${db.me.tenantId} and u.realm = 'admin' and account_is_active(u.status, u.valid_until) and (
      exists (select from role_user ru join role r on r.tenant_id = ru.tenant_id and r.id = ru.role_id
        where ru.tenant_id = u.tenant_id and ru.user_id = u.id and r.code = 'admin' and ${holdsToday()})
      or u.mobile = (select contact_mobile from tenant where id = ${db.me.tenantId}))`)
  const { id, schoolName, expireDate, daysLeft } = due
  await notify(db, expiring, {
    to: people.map(p => p.id),
    values: { schoolName, expireDate, daysLeft },
    bizType: 'licence',
    bizId: id,
    link: '/tenancy/licence',
  })
  return people.length
}
export default scheduledJob('tenancy.remind', '授权到期提醒', '10 8 * * *', remind)
