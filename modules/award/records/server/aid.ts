import sql, { empty } from 'sql-template-tag'
import { studentAid } from '#modules/student/server/api.ts'

/** Scholarships among all that a student receives in a year. */
export default studentAid({
  code: 'award',
  label: '奖学金',
  granted: (
    db,
    students,
    xn,
    heldOn,
  ) => sql`select r.student_id as id, i.name, r.amount, r.granted_on as day from award_record r join award_item i on i.tenant_id = r.tenant_id and i.id = r.item_id
    where r.tenant_id = ${db.me.tenantId} and r.xn = ${xn} and (r.state = 'valid' ${heldOn ? sql`or r.revoked_on > ${heldOn}` : empty}) and r.amount > 0 and i.subject = 'student' and r.student_id in (${students})`,
})
