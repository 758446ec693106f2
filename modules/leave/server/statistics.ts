import sql, { empty, type Sql } from 'sql-template-tag'
import { percentOf } from '#model/percent.ts'
import { schoolInstant } from '#model/school-time.ts'
import { eachDay } from '#modules/campus/model/days.ts'
import { department } from '#modules/campus/model/organisation.ts'
import { calendarOf, isSchoolDayOn } from '#modules/campus/server/api.ts'
import type { Db } from '#server/context.ts'
import { answerStatistics } from '#server/statistics/answer-statistics.ts'
import { atSchool, entityGroup, weekdayGroup } from '#server/statistics/groupings.ts'
import { leave } from '../model/leave.ts'
import { leaveType } from '../model/leave-type.ts'
import { leaveStatistics } from '../model/read-actions.ts'
import { settingsOf } from './settings.ts'

const SHORT_SICK_DAYS = 2
const REPEATED = 3
interface StatisticsInput {
  from: string
  to: string
  departmentId?: string | null
}
/** Leaves approved and not cancelled, within the reader's scope. */
const counted = (db: Db, { departmentId }: StatisticsInput, span: Sql): Sql => sql`(select l.* from ${db.visible(leave).rows()} l
  where extends_id is null and state in ('approved', 'active', 'overdue', 'closed') and ${span} ${departmentId ? sql`and department_id = ${departmentId}` : empty})`

interface Heads {
  students: number
  overdue: number
  besideHoliday: number
  medianHours: number | null
}
const heads = async (db: Db, rows: Sql): Promise<Heads> => {
  const { remindStudentHours } = await settingsOf(db)
  const [row] = await db.query<Heads>(sql`select count(distinct student_id)::int as students,
    count(*) filter (where state = 'overdue' or (state = 'closed' and back_at > end_at + make_interval(hours => ${remindStudentHours}::int)))::int as overdue, count(*) filter (where beside_holiday)::int as "besideHoliday",
    percentile_cont(0.5) within group (order by extract(epoch from approved_at - created_at) / 3600) filter (where approved_at is not null and approved_at >= created_at) as "medianHours" from ${rows} l`)
  return row ?? { students: 0, overdue: 0, besideHoliday: 0, medianHours: null }
}
/** Number away on each day: a leave counts for every day it lasts. */
async function perDay(db: Db, asked: StatisticsInput) {
  const { from, to } = asked
  const book = await calendarOf(db)
  const away = counted(db, asked, sql`start_at < ${to}::date + 1 and coalesce(back_at, end_at) >= ${from}::date - 1`)
  const rows = await db.query<{ date: string; out: number }>(sql`select d::date::text as date, count(*)::int as out from ${away} l,
    lateral generate_series(greatest((start_at at time zone 'Asia/Shanghai')::date, ${from}::date), least((coalesce(back_at, end_at) at time zone 'Asia/Shanghai')::date, ${to}::date), interval '1 day') d group by 1`)
  const counts = new Map(rows.map(r => [r.date, r.out]))
  return eachDay(from, to).map(date => ({ date, out: counts.get(date) ?? 0, isFree: !isSchoolDayOn(book, date) }))
}
/** Repeated short sick leaves of a student: visible to their counsellor only. */
async function shortSick(db: Db, rows: Sql) {
  if (!db.me.teacherId) return []
  return db.query<{ studentId: string; name: string; className: string | null; leaves: number }>(sql`select s.id as "studentId", s.name, c.name as "className", x.leaves
    from (select student_id, count(*)::int as leaves from ${rows} l where days <= ${SHORT_SICK_DAYS} and type_id in (select id from leave_type where tenant_id = ${db.me.tenantId} and sensitive) group by 1 having count(*) >= ${REPEATED}) x
    join student s on s.tenant_id = ${db.me.tenantId} and s.id = x.student_id
    join student_staff_now h on h.tenant_id = s.tenant_id and h.student_id = s.id and h.teacher_id = ${db.me.teacherId} and h.role = 'fdy'
    left join stu_class c on c.tenant_id = s.tenant_id and c.id = s.class_id order by x.leaves desc, s.name limit 50`)
}
export default answerStatistics(leaveStatistics, {
  rows: ({ db }, asked) => counted(db, asked, sql`start_at >= ${schoolInstant(asked.from)}::timestamptz and start_at < ${schoolInstant(asked.to)}::timestamptz + interval '1 day'`),
  sums: { days: sql`coalesce(sum(coalesce(actual_days, days)), 0)::float8`, leaves: sql`count(*)::int` },
  by: {
    byType: entityGroup(sql`type_id`, leaveType, { isPersonal: true }),
    byDepartment: entityGroup(sql`department_id`, department),
    byWeekday: weekdayGroup(atSchool(sql`start_at`)),
  },
  people: { count: sql`count(distinct student_id)::int`, listedBy: 'leave:leave:list' },
  async more({ db }, asked, { rows, sums }) {
    const { medianHours, ...head } = await heads(db, rows)
    return {
      ...head,
      medianHours: Math.round((medianHours ?? 0) * 10) / 10,
      overduePercent: percentOf(head.overdue, sums.leaves ?? 0) ?? 0,
      byDay: await perDay(db, asked),
      shortSick: await shortSick(db, rows),
    }
  },
})
