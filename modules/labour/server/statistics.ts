import sql from 'sql-template-tag'
import { percentOf } from '#model/percent.ts'
import { department, major } from '#modules/campus/model/organisation.ts'
import { student } from '#modules/student/model/student.ts'
import { answerStatistics } from '#server/statistics/answer-statistics.ts'
import { atSchool, entityGroup, valueGroup } from '#server/statistics/groupings.ts'
import { labourProject } from '../model/project.ts'
import type { PROJECT_KINDS } from '../model/rules.ts'
import { labourStatistics } from '../model/statistics.ts'

const MOST = 100
const SEE = labourStatistics.permission
const byGrade = valueGroup(sql`grade::text`)
interface Unfilled {
  id: string
  name: string
  kind: keyof typeof PROJECT_KINDS
  endTime: string
  capacity: number
  enrolled: number
  left: number
}
/** Students as they stand now, with their attendance of the span; projects whose enrolment ended in it. */
export default answerStatistics(labourStatistics, {
  rows: ({ db }, { from, to }) => sql`(select s.id, s.department_id, s.major_id, s.grade, p.id is not null as is_asked, g.is_met is true as is_met, a.due, a.absent
    from ${db.visibleFor(student, SEE).rows()} s left join labour_plan p on p.tenant_id = s.tenant_id and p.education_level = s.level and p.grade = s.grade
      left join labour_grade g on g.tenant_id = s.tenant_id and g.student_id = s.id and g.plan_id = p.id
      left join (select student_id, count(*) as due, count(*) filter (where state = 'absent') as absent from labour_attendance
        where tenant_id = ${db.me.tenantId} and date between ${from}::date and ${to}::date group by 1) a on a.student_id = s.id
    where s.has_record and (p.id is not null or a.due > 0))`,
  sums: {
    students: sql`count(*) filter (where is_asked)::int`,
    met: sql`count(*) filter (where is_asked and is_met)::int`,
    due: sql`coalesce(sum(due), 0)::int`,
    absent: sql`coalesce(sum(absent), 0)::int`,
  },
  by: { byCollege: entityGroup(sql`department_id`, department), byMajor: entityGroup(sql`major_id`, major, { most: 60 }), byGrade },
  each: ({ students, met, due, absent }) => ({
    ...{ students, met, due, absent },
    ...{ rate: percentOf(met, students), absence: percentOf(absent, due) },
  }),
  async more({ db }, { from, to }) {
    const ended = sql`from ${db.visibleFor(labourProject, SEE).rows()} j where j.published_at is not null and j.state <> 'cancelled' and j.end_time < now()
      and (${atSchool(sql`j.end_time`)})::date between ${from}::date and ${to}::date`
    const [found] = await db.query<{ projects: number }>(sql`select count(*)::int as projects ${ended}`)
    const unfilled = await db.query<Unfilled>(sql`select j.id, j.name, j.kind, j.end_time as "endTime", j.capacity, j.enrolled, j.capacity - j.enrolled as left
      ${ended} and j.enrolled < j.capacity order by j.capacity - j.enrolled desc, j.end_time desc, j.id limit ${MOST}`)
    return { projects: found?.projects ?? 0, unfilled }
  },
})
