import sql from 'sql-template-tag'
import { genderCode } from '#model/national.ts'
import { department } from '#modules/campus/model/organisation.ts'
import { answerStatistics } from '#server/statistics/answer-statistics.ts'
import { choiceGroup, dictGroup, entityGroup, periodGroup } from '#server/statistics/groupings.ts'
import { orgAppointment } from '../model/appointment.ts'
import { TYPES } from '../model/org.ts'
import { KINDS } from '../model/post.ts'
import { orgStatistics } from '../model/statistics.ts'

/** Posts held on some day of the span; those that never began are none. */
export default answerStatistics(orgStatistics, {
  rows: ({ db }, { from, to }) => sql`(select a.id, a.student_id, a.way, p.kind, o.type, s.department_id, s.gender_code, make_date(s.grade, 9, 1) as entered
    from ${db.visibleFor(orgAppointment, orgStatistics.permission).rows()} a join org_post p on p.tenant_id = a.tenant_id and p.id = a.post_id
      join student_org o on o.tenant_id = a.tenant_id and o.id = a.org_id join student s on s.tenant_id = a.tenant_id and s.id = a.student_id
    where a.begun_on is not null and a."from" <= ${to}::date and a."to" >= ${from}::date)`,
  sums: {
    posts: sql`count(*)::int`,
    people: sql`count(distinct student_id)::int`,
    further: sql`(count(*) - count(distinct student_id))::int`,
    elected: sql`count(*) filter (where way = 'election')::int`,
  },
  by: {
    byKind: choiceGroup(sql`kind`, KINDS),
    byType: choiceGroup(sql`type`, TYPES),
    byCollege: entityGroup(sql`department_id`, department),
    byGrade: periodGroup(sql`entered`, 'year'),
    byGender: dictGroup(sql`gender_code`, genderCode),
  },
  each: ({ posts = 0, people = 0, further = 0, elected = 0 }) => ({ posts, people, further, elected }),
})
