import sql from 'sql-template-tag'
import { schoolDate } from '#model/school-time.ts'
import { addDays } from '#modules/campus/model/days.ts'
import type { AwayFor } from '#modules/outing/server/api.ts'
import type { Db } from '#server/context.ts'
import { FOLLOWED_DAYS, returnDeadline } from './returns.ts'
import { settingsOf } from './settings.ts'

interface Gone extends Omit<AwayFor, 'until'> {
  holidayTo: string
}
/** 20-DH7: departures of these students whose planned return has passed without one: waited for until the deadline, then late. `until` is the deadline. */
export async function awaitedReturns(db: Db, now: string, studentIds: readonly string[]): Promise<AwayFor[]> {
  const settings = await settingsOf(db)
  const rows =
    await db.query<Gone>(sql`select d.id, d.student_id as "studentId", d.leave_at as "from", p.holiday_to::text as "holidayTo", p.name as note, o.destination_id is not null as "isOver"
    from holiday_destination d join holiday_plan p on p.tenant_id = d.tenant_id and p.id = d.plan_id
      left join holiday_overdue o on o.tenant_id = d.tenant_id and o.destination_id = d.id and o.handling <> 'explained'
    where d.tenant_id = ${db.me.tenantId} and d.student_id = any(${[...studentIds]}::uuid[]) and d.choice <> 'stay' and d.back_at is null and p.state <> 'cancelled'
      and d.leave_at <= ${now} and d.back_planned <= ${now} and p.holiday_to >= ${addDays(schoolDate(Date.parse(now)), -FOLLOWED_DAYS)}::date order by d.leave_at, d.id`)
  const awaited = rows.map(({ holidayTo, ...row }) => ({ ...row, until: returnDeadline({ holidayTo }, settings) }))
  return awaited.filter(a => a.isOver || Date.parse(a.until) > Date.parse(now))
}
