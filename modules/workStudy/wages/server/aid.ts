import sql from 'sql-template-tag'
import { yearBeginsOn } from '#modules/campus/server/api.ts'
import { studentAid } from '#modules/student/server/api.ts'

/** Wages of approved sheets are aid of the school year in which they were earned; whoever has a post in it has aid before the first of them. */
export default studentAid({
  code: 'workStudy',
  label: '勤工助学',
  granted: (db, students, xn) => sql`select l.student_id as id, p.title as name, sum(l.net) as amount, max((l.month || '-01')::date) as day
    from wage_line l join wage_sheet w on w.tenant_id = l.tenant_id and w.id = l.sheet_id and w.state in ('approved', 'paid')
      join engagement e on e.tenant_id = l.tenant_id and e.id = l.engagement_id join work_post p on p.tenant_id = e.tenant_id and p.id = e.post_id
    where l.tenant_id = ${db.me.tenantId} and l.student_id in (${students}) and l.month between left(${xn}, 4) || '-09' and right(${xn}, 4) || '-08' group by 1, 2, l.engagement_id`,
  held: (db, students, xn, day) => sql`select e.student_id as id from engagement e
    where e.tenant_id = ${db.me.tenantId} and e.student_id in (${students}) and e."from" <= ${day} and (e."to" is null or e."to" >= ${yearBeginsOn(xn)})`,
})
