import sql, { empty, type Sql } from 'sql-template-tag'
import { percentOf } from '#model/percent.ts'
import { schoolInstant } from '#model/school-time.ts'
import { WEEKDAYS } from '#modules/campus/model/calendar.ts'
import { daysBetween, eachDay } from '#modules/campus/model/days.ts'
import { department } from '#modules/campus/model/organisation.ts'
import { calendarOf, isSchoolDayOn } from '#modules/campus/server/api.ts'
import { type Db, handle } from '#server/context.ts'
import { leave } from '../model/leave.ts'
import { leaveType } from '../model/leave-type.ts'
import { leaveStatistics } from '../model/read-actions.ts'
import { settingsOf } from './settings.ts'

const MOST_DAYS = 400
const SHORT_SICK_DAYS = 2
const REPEATED = 3
interface Group {
  key: string
  leaves: number
  days: number
}
/** Leaves beginning in a date range, approved and not cancelled, within the reader's scope. */
const inside = (db: Db, from: string, to: string, departmentId: string | null | undefined): Sql => sql`${db.visible(leave).rows()} l
  where extends_id is null and state in ('approved', 'active', 'overdue', 'closed') and start_at >= ${schoolInstant(from)}::timestamptz and start_at < ${schoolInstant(to)}::timestamptz + interval '1 day'
  ${departmentId ? sql`and department_id = ${departmentId}` : empty}`
const DAYS = sql`coalesce(sum(coalesce(actual_days, days)), 0)::float8`

interface Heads {
  leaves: number
  students: number
  days: number
  overdue: number
  besideHoliday: number
  medianHours: number | null
}
const heads = async (db: Db, where: Sql): Promise<Heads> => {
  const { remindStudentHours } = await settingsOf(db)
  const [row] = await db.query<Heads>(sql`select count(*)::int as leaves, count(distinct student_id)::int as students, ${DAYS} as days,
    count(*) filter (where state = 'overdue' or (state = 'closed' and back_at > end_at + make_interval(hours => ${remindStudentHours}::int)))::int as overdue, count(*) filter (where beside_holiday)::int as "besideHoliday",
    percentile_cont(0.5) within group (order by extract(epoch from approved_at - created_at) / 3600) filter (where approved_at is not null and approved_at >= created_at) as "medianHours" from ${where}`)
  return row ?? { leaves: 0, students: 0, days: 0, overdue: 0, besideHoliday: 0, medianHours: null }
}
const grouped = (db: Db, by: Sql, where: Sql): Promise<Group[]> =>
  db.query<Group>(sql`select ${by}::text as key, count(*)::int as leaves, ${DAYS} as days from ${where} group by 1 order by 3 desc`)
const named = (groups: readonly Group[], nameOf: (key: string) => string) => groups.map(g => ({ ...g, label: nameOf(g.key) }))

/** Number away on each day: a leave counts for every day it lasts. */
async function perDay(db: Db, from: string, to: string, departmentId: string | null | undefined) {
  const book = await calendarOf(db)
  const rows = await db.query<{ date: string; out: number }>(sql`select d::date::text as date, count(*)::int as out from ${db.visible(leave).rows()} l,
      lateral generate_series(greatest((start_at at time zone 'Asia/Shanghai')::date, ${from}::date), least((coalesce(back_at, end_at) at time zone 'Asia/Shanghai')::date, ${to}::date), interval '1 day') d
    where extends_id is null and state in ('approved', 'active', 'overdue', 'closed') and start_at < ${to}::date + 1 and coalesce(back_at, end_at) >= ${from}::date - 1
      ${departmentId ? sql`and department_id = ${departmentId}` : empty} group by 1`)
  const counts = new Map(rows.map(r => [r.date, r.out]))
  return eachDay(from, to).map(date => ({ date, out: counts.get(date) ?? 0, isFree: !isSchoolDayOn(book, date) }))
}
/** Repeated short sick leaves of a student: visible to their counsellor only. */
async function shortSick(db: Db, where: Sql) {
  if (!db.me.teacherId) return []
  return db.query<{ studentId: string; name: string; className: string | null; leaves: number }>(sql`select s.id as "studentId", s.name, c.name as "className", x.leaves
    from (select student_id, count(*)::int as leaves from ${where} and days <= ${SHORT_SICK_DAYS} and type_id in (select id from leave_type where tenant_id = ${db.me.tenantId} and sensitive) group by 1 having count(*) >= ${REPEATED}) x
    join student s on s.tenant_id = ${db.me.tenantId} and s.id = x.student_id
    join student_staff_now h on h.tenant_id = s.tenant_id and h.student_id = s.id and h.teacher_id = ${db.me.teacherId} and h.role = 'fdy'
    left join stu_class c on c.tenant_id = s.tenant_id and c.id = s.class_id order by x.leaves desc, s.name limit 50`)
}
export default handle(leaveStatistics, async ({ db, refuse }, { from, to, departmentId }) => {
  const days = daysBetween(from, to) + 1
  if (days > MOST_DAYS || days < 1) refuse('span', { most: MOST_DAYS, days })
  const where = inside(db, from, to, departmentId)
  const [head, byType, byDepartment, byWeekday] = [
    await heads(db, where),
    await grouped(db, sql`type_id`, where),
    await grouped(db, sql`department_id`, where),
    await grouped(db, sql`extract(isodow from start_at at time zone 'Asia/Shanghai')::int`, where),
  ]
  const [types, departments] = [await db.cached(leaveType), await db.cached(department)]
  return {
    ...head,
    medianHours: Math.round((head.medianHours ?? 0) * 10) / 10,
    overduePercent: percentOf(head.overdue, head.leaves) ?? 0,
    byType: named(byType, key => types.get(key)?.name ?? '—'),
    byDepartment: named(
      byDepartment.filter(g => g.key),
      key => departments.get(key)?.name ?? '—',
    ),
    byWeekday: named(
      byWeekday.toSorted((a, b) => Number(a.key) - Number(b.key)),
      key => WEEKDAYS[Number(key) - 1] ?? key,
    ),
    byDay: await perDay(db, from, to, departmentId),
    shortSick: await shortSick(db, where),
  }
})
