import sql from 'sql-template-tag'
import { monthOf } from '#modules/campus/model/days.ts'
import { yearBegins, yearEnds } from '#modules/campus/model/school-year.ts'
import { studentAid } from '#modules/student/server/api.ts'

/** Wages of approved sheets are aid of the school year in which they were earned. */
export default studentAid({
  code: 'workStudy',
  label: '勤工助学',
  granted: (db, students, xn) => sql`select l.student_id as id, p.title as name, sum(l.net) as amount, max((l.month || '-01')::date) as day
    from wage_line l join wage_sheet w on w.tenant_id = l.tenant_id and w.id = l.sheet_id and w.state in ('approved', 'paid')
      join engagement e on e.tenant_id = l.tenant_id and e.id = l.engagement_id join work_post p on p.tenant_id = e.tenant_id and p.id = e.post_id
    where l.tenant_id = ${db.me.tenantId} and l.student_id in (${students}) and l.month between ${monthOf(yearBegins(xn))} and ${monthOf(yearEnds(xn))} group by 1, 2, l.engagement_id`,
})
