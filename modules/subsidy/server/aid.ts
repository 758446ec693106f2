import sql, { empty } from 'sql-template-tag'
import { studentAid } from '#modules/student/server/api.ts'

/** What was granted and still holds: without months that are not paid any more, and without what was recovered. */
export default studentAid({
  code: 'subsidy',
  label: '资助补助',
  granted: (db, students, xn, heldOn) => sql`select g.student_id as id, i.name, g.amount - g.released as amount, g.granted_on as day
    from subsidy_grant g join subsidy_item i on i.tenant_id = g.tenant_id and i.id = g.item_id
    where g.tenant_id = ${db.me.tenantId} and g.xn = ${xn} and (g.state <> 'recovered' and g.amount > g.released ${heldOn ? sql`or g.ended_on > ${heldOn}` : empty}) and g.student_id in (${students})`,
})
