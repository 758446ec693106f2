import sql, { empty, type Sql } from 'sql-template-tag'
import { percentOf } from '#model/percent.ts'
import { stuClass } from '#modules/campus/model/organisation.ts'
import type { Db } from '#server/context.ts'
import { answerStatistics } from '#server/statistics/answer-statistics.ts'
import { choiceGroup, entityGroup, periodGroup, weekdayGroup } from '#server/statistics/groupings.ts'
import { signStatistics } from '../model/read-actions.ts'
import { signLine } from '../model/sign-line.ts'
import { signTask } from '../model/sign-task.ts'
import { TAKEN_WAYS } from '../model/ways.ts'
import { attendanceOf, type Counts, NOTHING } from './counts.ts'

const MOST_BARS = 60
interface StatisticsInput {
  from: string
  to: string
  kind?: string | null
  departmentId?: string | null
}
const within = ({ from, to, kind, departmentId }: StatisticsInput): Sql =>
  sql`l.date between ${from}::date and ${to}::date and o.state in ('closed', 'settled') ${kind ? sql`and o.task_id in (select id from sign_task where kind = ${kind})` : empty} ${departmentId ? sql`and l.department_id = ${departmentId}` : empty}`
const withDates = (db: Db): Sql => sql`${db.visible(signLine).rows()} l join sign_occurrence o on o.tenant_id = ${db.me.tenantId} and o.id = l.occurrence_id`
const sumOf = (where: Sql): Sql => sql`coalesce(sum(n) filter (where ${where}), 0)::int`
const inState = (state: keyof Counts): Sql => sumOf(sql`state = ${state}`)

const MOST_MISSING = 60
/** Students absent most often, with their longest run of consecutive absences. */
const longest = (db: Db, asked: StatisticsInput) =>
  db.query<{ studentId: string; name: string; className: string | null; absent: number; running: number; last: string }>(sql`with missing as (
      select l.student_id, count(*)::int as absent, max(l.date) as last from ${withDates(db)} where l.state in ('absent', 'voided') and ${within(asked)} group by 1 order by 2 desc, 3 desc limit ${MOST_MISSING}),
    ranked as (select l.student_id, count(*) filter (where l.state in ('signed', 'late', 'madeUp')) over (partition by l.student_id order by l.date desc, o.opens_at desc) as present
      from missing m join sign_line l on l.tenant_id = ${db.me.tenantId} and l.student_id = m.student_id join sign_occurrence o on o.tenant_id = l.tenant_id and o.id = l.occurrence_id
      where l.state <> 'excused' and ${within(asked)}),
    running as (select student_id, count(*)::int as running from ranked where present = 0 group by 1)
    select s.id as "studentId", s.name, c.name as "className", m.absent, coalesce(r.running, 0) as running, m.last::text as last from missing m join student s on s.tenant_id = ${db.me.tenantId} and s.id = m.student_id
    left join running r on r.student_id = m.student_id left join stu_class c on c.tenant_id = s.tenant_id and c.id = s.class_id order by 5 desc, 4 desc, s.student_no limit 20`)

export default answerStatistics(signStatistics, {
  // aggregated once: millions of lines become some thousand rows with their number `n`
  rows: ({ db }, asked) => sql`(select l.occurrence_id, o.task_id, l.class_id, l.date, l.state, l.way, l.flags is not null as flagged, l.flag_state, count(*)::int as n
    from ${withDates(db)} where ${within(asked)} group by 1, 2, 3, 4, 5, 6, 7, 8)`,
  sums: {
    total: sql`coalesce(sum(n), 0)::int`,
    signed: inState('signed'),
    late: inState('late'),
    absent: sumOf(sql`state in ('absent', 'voided')`),
    excused: inState('excused'),
    madeUp: inState('madeUp'),
    occurrences: sql`count(distinct occurrence_id)::int`,
    flagged: sumOf(sql`flagged`),
    confirmed: sumOf(sql`flag_state = 'confirmed'`),
  },
  by: {
    byTask: entityGroup(sql`task_id`, signTask),
    byClass: entityGroup(sql`class_id`, stuClass),
    byWeekday: weekdayGroup(sql`date`),
    byDay: periodGroup(sql`date`),
    byWay: choiceGroup(sql`case when state in ('signed', 'late', 'madeUp') then way end`, TAKEN_WAYS),
  },
  each: ({ total, signed, late, madeUp, absent, excused }) => ({
    total,
    present: signed + late + madeUp,
    absent,
    percent: attendanceOf({ ...NOTHING, total, signed, late, excused, madeUp }),
  }),
  async more({ db }, asked, { sums: { late, excused, occurrences, flagged, confirmed, absent, madeUp }, groups }) {
    return {
      late,
      excused,
      occurrences,
      flagged,
      confirmed,
      makeupPercent: percentOf(madeUp, absent + madeUp) ?? 0,
      byTask: groups.byTask.toSorted((a, b) => b.absent - a.absent).slice(0, MOST_BARS),
      byClass: groups.byClass.toSorted((a, b) => b.absent / b.total - a.absent / a.total).slice(0, MOST_BARS),
      longest: await longest(db, asked),
    }
  },
})
