import sql, { type Sql } from 'sql-template-tag'
import { percentOf } from '#model/percent.ts'
import { department, stuClass } from '#modules/campus/model/organisation.ts'
import { labelsOf } from '#server/params/dictionaries.ts'
import { answerStatistics } from '#server/statistics/answer-statistics.ts'
import { atSchool, entityGroup, valueGroup } from '#server/statistics/groupings.ts'
import { testCandidate } from '../model/attempt.ts'
import { testTopic } from '../model/dictionaries.ts'
import { testSchedule } from '../model/schedule.ts'
import { testStatistics } from '../model/statistics.ts'

const CLASSES = 200
const MARKED = sql`('marked', 'released')`
const byGrade = valueGroup(sql`grade::text`)
const minutesOf = (t: Sql): Sql => sql`extract(epoch from ${t}.submitted_at - ${t}.started_at)::float8 / 60`
interface Tries {
  no: number
  n: number
  passed: number
}
/** Candidates in the reader's scope. */
export default answerStatistics(testStatistics, {
  rows: ({ db }, { from, to, scheduleId }) => sql`(select c.schedule_id, c.student_id, c.used, c.is_passed, s.department_id, s.grade, s.class_id, j.pass_score, a.minutes
    from ${db.visibleFor(testCandidate, testStatistics.permission).rows()} c join student s on s.tenant_id = c.tenant_id and s.id = c.student_id
      join test_schedule j on j.tenant_id = c.tenant_id and j.id = c.schedule_id
      left join (select t.schedule_id, t.student_id, avg(${minutesOf(sql`t`)}) as minutes from test_attempt t
        where t.tenant_id = ${db.me.tenantId} and t.state in ${MARKED} group by 1, 2) a on a.schedule_id = c.schedule_id and a.student_id = c.student_id
    where (${atSchool(sql`j.begin_time`)})::date between ${from}::date and ${to}::date ${scheduleId ? sql`and j.id = ${scheduleId}` : sql``})`,
  sums: {
    asked: sql`count(*)::int`,
    sat: sql`count(*) filter (where used > 0)::int`,
    passed: sql`count(*) filter (where is_passed)::int`,
    minutes: sql`round(avg(minutes)::numeric, 1)::float8`,
  },
  by: {
    byTest: entityGroup(sql`schedule_id`, testSchedule, { most: 60 }),
    byCollege: entityGroup(sql`department_id`, department),
    byGrade,
    byClass: entityGroup(sql`class_id`, stuClass, { most: CLASSES }),
  },
  each: ({ asked, sat, passed, minutes }) => ({ asked, sat, passed, minutes, rate: percentOf(passed, asked) }),
  async more({ db }, { scheduleId }, { rows }) {
    const ended = sql`from ${rows} r join test_attempt t on t.tenant_id = ${db.me.tenantId} and t.schedule_id = r.schedule_id and t.student_id = r.student_id and t.state in ${MARKED}`
    const tries = await db.query<Tries>(sql`select t.no, count(*)::int as n, count(*) filter (where t.total >= r.pass_score)::int as passed ${ended} group by 1 order by 1`)
    const topics = scheduleId
      ? await db.query<{ key: string; n: number; share: number }>(sql`select k.topic as key, count(*)::int as n,
          round((100 * sum(coalesce(a.score, 0)) / nullif(sum((i.item ->> 'm')::numeric), 0))::numeric, 1)::float8 as share
        ${ended} cross join lateral jsonb_array_elements(t.form -> 'items') i(item)
          join test_question_version v on v.tenant_id = t.tenant_id and v.id = (i.item ->> 'v')::uuid
          cross join lateral jsonb_array_elements_text(v.content -> 'topics') k(topic)
          left join test_answer a on a.tenant_id = t.tenant_id and a.attempt_id = t.id and a.question_id = (i.item ->> 'q')::uuid
        group by 1 order by share, 1`)
      : []
    const labels = await labelsOf(db, testTopic)
    return { attempts: tries.map(t => ({ ...t, rate: percentOf(t.passed, t.n) })), topics: topics.map(t => ({ ...t, label: labels(t.key) })) }
  },
})
