import sql from 'sql-template-tag'
import { auditItem } from '#server/extensions/graduation-items.ts'

/** Months by which a last year of study is shorter than a calendar year. */
const SUMMER = 3
export default auditItem({
  code: 'studyLength',
  title: '学习年限',
  order: 20,
  need: { text: '达到学制' },
  said: day => ({ text: '{day} 达到', values: { day } }),
  judge: (db, students, on) => sql`select s.id, x.reached <= ${on}::date as pass, x.reached::text as actual
    from student s, lateral (select (s.enrol_date + make_interval(months => round(s.duration * 12)::int - ${SUMMER}))::date as reached) x
    where s.tenant_id = ${db.me.tenantId} and s.id in (${students}) and x.reached is not null`,
})
