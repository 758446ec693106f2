import sql, { type Sql } from 'sql-template-tag'
import { department, stuClass } from '#modules/campus/model/organisation.ts'
import { growthEntry } from '#modules/growth/model/entry.ts'
import { labourHours } from '#modules/labour/model/hours.ts'
import { student } from '#modules/student/model/student.ts'
import { computeMeasure, type MeasureContext } from '#server/measures/compute-measure.ts'
import { minCell } from '#server/statistics/grouped.ts'
import { wallClassBoard, wallHours, wallReached } from '../model/measures.ts'
import { type Year, yearOf } from './year.ts'

/** Classes of fewer are not compared. */
const LEAST_CLASS = 15
const MOST = { colleges: 12, classes: 10 } as const
/** Entries `e` of the year that stand. */
const entries = ({ db }: MeasureContext, { from, to }: Year): Sql =>
  sql`(select e.* from ${db.visible(growthEntry).rows()} e where e.biz_date between ${from}::date and ${to}::date and e.reverses_id is null
    and not exists (select from growth_entry r where r.tenant_id = e.tenant_id and r.reverses_id = e.id))`
/** Students `s` in school whom the viewer may count. */
const inSchool = ({ db }: MeasureContext): Sql => sql`(select x.* from ${db.visible(student).rows()} x where x.status = 'active')`

const hours = computeMeasure(wallHours, async ctx => {
  const [{ db }, year] = [ctx, await yearOf(ctx)]
  const { from, to, startYear } = year
  const [heads] = await db.query<{ students: number; asked: number; onCourse: number }>(sql`select count(*)::int as students, count(p.id)::int as asked,
      (count(*) filter (where (coalesce(a.course, 0) + coalesce(a.daily, 0) + coalesce(a.production, 0) + coalesce(a.service, 0)) / 10.0
        >= (p.course_hours + p.daily_hours + p.production_hours + p.service_hours) * least(1, greatest(0, ${startYear}::int - s.grade) / greatest(1, coalesce(s.duration, 1)))))::int as "onCourse"
    from ${inSchool(ctx)} s left join labour_plan p on p.tenant_id = ${db.me.tenantId} and p.education_level = s.level and p.grade = s.grade
      left join labour_account a on a.tenant_id = ${db.me.tenantId} and a.student_id = s.id`)
  const { students = 0, asked = 0, onCourse = 0 } = heads ?? {}
  const months = await db.query<{ month: string; labour: number; volunteer: number }>(sql`select to_char(m.month, 'YYYY-MM') as month,
      round(coalesce(l.tenths, 0) / 10.0 / ${Math.max(1, students)}, 1)::float8 as labour, round(coalesce(v.hours, 0) / ${Math.max(1, students)}, 1)::float8 as volunteer
    from generate_series(date_trunc('month', ${from}::date::timestamp), ${to}::date::timestamp, interval '1 month') m(month)
      left join (select date_trunc('month', h.occurred_on::timestamp) as month, sum(h.amount) as tenths from ${db.visible(labourHours).rows()} h
        where h.occurred_on between ${from}::date and ${to}::date group by 1) l on l.month = m.month
      left join (select date_trunc('month', e.biz_date::timestamp) as month, sum(e.counted_hours) as hours from ${entries(ctx, year)} e where e.category = 'volunteer' group by 1) v on v.month = m.month
    order by m.month`)
  return { months, asked, onCourse }
})
const reached = computeMeasure(wallReached, async ctx => {
  const rows = await ctx.db.query<{
    id: string | null
    students: number
    reached: number
  }>(sql`select s.department_id as id, count(*)::int as students, count(e.student_id)::int as reached
    from ${inSchool(ctx)} s left join (select distinct e.student_id from ${entries(ctx, await yearOf(ctx))} e) e on e.student_id = s.id group by 1`)
  const [known, least] = [await ctx.db.cached(department), await minCell(ctx)]
  const sum = (of: 'students' | 'reached') => rows.reduce((total, row) => total + row[of], 0)
  const named = rows.filter(r => r.students >= least).map(({ id, ...counts }) => ({ name: known.get(id ?? '')?.name ?? '—', ...counts }))
  return {
    ...{ students: sum('students'), reached: sum('reached') },
    colleges: named.sort((a, b) => b.reached / b.students - a.reached / a.students || a.name.localeCompare(b.name)).slice(0, MOST.colleges),
  }
})
const classes = computeMeasure(wallClassBoard, async ctx => {
  const rows = await ctx.db.query<{ id: string | null; points: number }>(sql`select s.class_id as id, round(coalesce(sum(e.points), 0) / count(*), 1)::float8 as points
    from ${inSchool(ctx)} s left join (select e.student_id, sum(e.counted_points) as points from ${entries(ctx, await yearOf(ctx))} e group by 1) e on e.student_id = s.id
    where s.class_id is not null group by 1 having count(*) >= ${Math.max(LEAST_CLASS, await minCell(ctx))} and sum(e.points) > 0 order by 2 desc, 1 limit ${MOST.classes}`)
  const known = await ctx.db.cached(stuClass)
  return { classes: rows.map(({ id, points }) => ({ name: known.get(id ?? '')?.name ?? '—', points })) }
})
export default [hours, reached, classes]
