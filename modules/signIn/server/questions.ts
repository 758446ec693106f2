import sql, { type Sql } from 'sql-template-tag'
import { COUNTING } from '#modules/leave/model/leave.ts'
import { countOf } from '#server/extensions/student-counts.ts'
import { atSchool } from '#server/statistics/groupings.ts'
import { question } from '#server/statistics/questions.ts'

const MISSING = sql`l.state in ('absent', 'voided')`
const COUNTED = sql`l.state in ('signed', 'late', 'madeUp', 'absent', 'voided')`
const rate = (missing: Sql, due: Sql): Sql => sql`100 * sum(${due} - ${missing})::float8 / nullif(sum(${due}), 0)`
/** Sign-in rate of one of the three weeks before the last, the first being the oldest, in per cent. */
const before = (week: number): Sql => rate(sql`coalesce(missing_before[${week}::int], 0)`, sql`due_before[${week}::int]`)
/** 60 §9: attendance of the week, how it went for four weeks, days of leave and failed courses, of each class. */
export default question({
  code: 'signIn.slippingClasses',
  order: 20,
  title: '哪些班级在下滑？',
  definition: '近 7 天的签到缺勤，近四周签到率每周变化多少，本学期人均请假天数，上学期人均不及格门数',
  says: '近 7 天应签到 {absentOf} 人次，缺勤 {absent} 人次（{absentPercent}%）；签到率四周来每周变化 {slope} 个百分点。',
  listedBy: 'signIn:signLine:list',
  every: 'week',
  lag: 1,
  figures: [
    { code: 'absent', label: '近 7 天缺勤', as: 'share', n: sql`coalesce(sum(absent), 0)`, of: sql`coalesce(sum(due), 0)` },
    {
      code: 'slope',
      label: '签到率每周变化',
      as: 'number',
      n: sql`(1.5 * ${rate(sql`absent`, sql`due`)} + 0.5 * ${before(3)} - 0.5 * ${before(2)} - 1.5 * ${before(1)}) / 5`,
      unit: '百分点',
    },
    { code: 'leave', label: '人均请假', as: 'rate', n: sql`coalesce(sum(leave_days), 0)`, of: sql`count(*)`, unit: '天' },
    { code: 'failed', label: '人均不及格', as: 'rate', n: sql`coalesce(sum(failed), 0)`, of: sql`count(*)`, unit: '门课', decimals: 2 },
  ],
  async rows({ db, day, students, termStart }) {
    // who was missing comes from the index of those who were: counting both from all lines takes twice as long
    const lines = (of: Sql, from: number, to: number): Sql =>
      sql`sign_line l where l.tenant_id = ${db.me.tenantId} and l.date > ${day} - ${from}::int and l.date <= ${day} - ${to}::int and ${of} group by 1`
    const weeks = sql`array[count(*) filter (where l.date <= ${day} - 21), count(*) filter (where l.date > ${day} - 21 and l.date <= ${day} - 14), count(*) filter (where l.date > ${day} - 14)]`
    const week = (of: Sql): Sql => sql`(select l.student_id, count(*) as n from ${lines(of, 7, 0)})`
    const weeksBefore = (of: Sql): Sql => sql`(select l.student_id, ${weeks} as n from ${lines(of, 28, 7)})`
    return sql`select x.*, coalesce(m.n, 0) as absent, w.n as due, mb.n as missing_before, wb.n as due_before, v.days as leave_days, g.n as failed from ${students} x
      left join ${week(COUNTED)} w on w.student_id = x.student_id left join ${week(MISSING)} m on m.student_id = x.student_id
      left join ${weeksBefore(COUNTED)} wb on wb.student_id = x.student_id left join ${weeksBefore(MISSING)} mb on mb.student_id = x.student_id
      left join (select v.student_id, sum(coalesce(v.actual_days, v.days)) as days from leave v
        where v.tenant_id = ${db.me.tenantId} and v.state = any(${COUNTING.filter(state => state !== 'pending' && state !== 'returned')}::text[])
          and (${atSchool(sql`v.start_at`)})::date between ${termStart} and ${day} group by 1) v on v.student_id = x.student_id
      left join ${await countOf(db, 'failedCourses', day)} g on g.student_id = x.student_id`
  },
  listed: {
    where: sql`absent > 0`,
    columns: [
      { label: '近 7 天缺勤次数', value: sql`absent` },
      { label: '本学期请假天数', value: sql`leave_days` },
      { label: '上学期不及格门数', value: sql`failed` },
    ],
  },
})
