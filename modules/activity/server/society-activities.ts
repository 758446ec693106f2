import sql from 'sql-template-tag'
import { societyActivities } from '#modules/society/server/api.ts'

/** What societies held: activities that were settled, by the day they ended, and who was there. */
export default societyActivities.make({
  held: (db, societies, { from, to }) => sql`select a.society_id, a.id as activity_id, e.student_id
    from activity a left join activity_enrolment e on e.tenant_id = a.tenant_id and e.activity_id = a.id and e.state in ('present', 'late')
    where a.tenant_id = ${db.me.tenantId} and a.society_id in (${societies}) and a.state = 'settled'
      and a.end_at >= (${from}::date at time zone 'Asia/Shanghai') and a.end_at < ((${to}::date + 1) at time zone 'Asia/Shanghai')`,
})
