import sql, { type Sql } from 'sql-template-tag'
import { societyActivities, societyLeftovers } from '#modules/society/server/api.ts'
import type { Db } from '#server/context.ts'
import { activity } from '../model/activity.ts'
import { OPEN } from '../model/enrolment.ts'

const countOf = async (db: Db, of: Sql): Promise<number> => (await db.query<{ n: number }>(sql`select count(*)::int as n from ${of}`))[0]?.n ?? 0
const UNDECIDED = ['pending', 'returned', 'approved'] as const
export default [
  /** What societies held: activities that were settled, by the day they ended, and who was there. */
  societyActivities.make({
    held: (db, societies, { from, to }) => sql`select a.society_id, a.id as activity_id, e.student_id
      from activity a left join activity_enrolment e on e.tenant_id = a.tenant_id and e.activity_id = a.id and e.state in ('present', 'late')
      where a.tenant_id = ${db.me.tenantId} and a.society_id in (${societies}) and a.state = 'settled'
        and a.end_at >= (${from}::date at time zone 'Asia/Shanghai') and a.end_at < ((${to}::date + 1) at time zone 'Asia/Shanghai')`,
  }),
  societyLeftovers.make({
    code: 'activities',
    title: '没有结项的活动',
    open: (db, societyId) => db.unscoped(activity).count({ societyId, state: UNDECIDED }), // of a society that is being cleared
  }),
  societyLeftovers.make({
    code: 'costs',
    title: '没有结清经费的活动',
    open: (db, societyId) =>
      countOf(
        db,
        sql`activity a where a.tenant_id = ${db.me.tenantId} and a.society_id = ${societyId} and a.cost is null
        and (a.state = 'settled' and a.budget_sum > 0 or a.state = 'cancelled' and exists (select from activity_cost c where c.tenant_id = a.tenant_id and c.activity_id = a.id))`,
      ),
  }),
  societyLeftovers.make({
    code: 'enrolments',
    title: '没有办结的报名',
    open: (db, societyId) =>
      countOf(
        db,
        sql`activity_enrolment e join activity a on a.tenant_id = e.tenant_id and a.id = e.activity_id
          where e.tenant_id = ${db.me.tenantId} and a.society_id = ${societyId} and a.state = any(${[...UNDECIDED]}::text[]) and e.state = any(${[...OPEN]}::text[])`,
      ),
  }),
  societyLeftovers.make({
    code: 'bookings',
    title: '占用的场地',
    open: (db, societyId) =>
      countOf(
        db,
        sql`activity a join venue_booking b on b.tenant_id = a.tenant_id and b.source_type = ${activity.name} and b.source_id = a.id::text
          where a.tenant_id = ${db.me.tenantId} and a.society_id = ${societyId} and b.state <> 'released' and b."to" > now()`,
      ),
  }),
]
