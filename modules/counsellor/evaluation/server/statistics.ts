import sql from 'sql-template-tag'
import { department } from '#modules/campus/model/organisation.ts'
import { answerStatistics } from '#server/statistics/answer-statistics.ts'
import { choiceGroup, entityGroup, periodGroup } from '#server/statistics/groupings.ts'
import { GRADES } from '../model/grades.ts'
import { fdyEvalResult } from '../model/result.ts'
import { fdyEvalScheme } from '../model/scheme.ts'
import { evaluationStatistics } from '../model/statistics.ts'

/** What has been published, of rounds whose period ended within the span. */
export default answerStatistics(evaluationStatistics, {
  rows: (
    { db },
    { from, to },
  ) => sql`(select r.scheme_id, r.department_id, r.grade, r.total, r.students_mark, m.period_to as day from ${db.visibleFor(fdyEvalResult, evaluationStatistics.permission).rows()} r
    join fdy_eval_scheme m on m.tenant_id = r.tenant_id and m.id = r.scheme_id where r.state in ('publicised', 'final') and m.period_to between ${from}::date and ${to}::date)`,
  sums: {
    people: sql`count(*)::int`,
    excellent: sql`count(*) filter (where grade = 'excellent')::int`,
    incompetent: sql`count(*) filter (where grade = 'incompetent')::int`,
    mean: sql`round(avg(total), 1)::float8`,
    students: sql`round(avg(students_mark), 1)::float8`,
  },
  by: {
    byYear: periodGroup(sql`day`, 'year'),
    byScheme: entityGroup(sql`scheme_id`, fdyEvalScheme),
    byCollege: entityGroup(sql`department_id`, department),
    byGrade: choiceGroup(sql`grade`, GRADES),
  },
  each: ({ people, excellent, incompetent, mean, students }) => ({ people, excellent, incompetent, mean, students }),
})
