import sql, { type Sql } from 'sql-template-tag'
import { admittedStudent } from '#modules/admission/roll/model/admitted-student.ts'
import { department, major } from '#modules/campus/model/organisation.ts'
import { cantonsByCode } from '#modules/campus/server/api.ts'
import { type Db, handle } from '#server/context.ts'
import { atSchool } from '#server/statistics/groupings.ts'
import { welcomeMember } from '../../steps/model/step-state.ts'
import { findShown } from '../../steps/server/api.ts'
import { REPORT_BY, type ReportBy, reportStatistics } from '../model/report-statistics.ts'

const YEARS = 3
const PROVINCE = 2
interface Counted {
  by: ReportBy | 'all'
  key: string | null
  year: number
  admitted: number
  arrived: number
}
/** The roll of three years by college, major, province and batch of admission, in the reader's scope. */
const countedOf = (db: Db, year: number): Promise<Counted[]> =>
  db.query<Counted>(sql`select case grouping(x.college, x.major, x.origin, x.batch) when 7 then 'college' when 11 then 'major' when 13 then 'origin' when 14 then 'batch' else 'all' end as by,
      coalesce(x.college, x.major, x.origin, x.batch) as key, x.year, count(*)::int as admitted, count(*) filter (where x.has_come)::int as arrived
    from (select a.year, a.department_id::text as college, g.major_id::text as major, left(a.source_canton, ${PROVINCE}) as origin, a.batch, a.arrived_at is not null or a.state in ('arrived', 'reviewed', 'enrolled') as has_come
      from ${db.visibleFor(admittedStudent, reportStatistics.permission).rows()} a join grade_major g on g.tenant_id = a.tenant_id and g.id = a.grade_major_id where a.year between ${year - YEARS + 1} and ${year}) x
    group by grouping sets ((x.year), (x.year, x.college), (x.year, x.major), (x.year, x.origin), (x.year, x.batch))`)
/** From the first sight to the last required step on site, of those who have done all. */
async function timesOf(db: Db, batchId: string): Promise<{ finished: number; minutes: number | null }> {
  const [row] = await db.query<{
    finished: number
    minutes: number | null
  }>(sql`select count(*)::int as finished, round(percentile_cont(0.5) within group (order by x.minutes))::int as minutes
    from (select extract(epoch from max(d.at) - m.arrived_at)::float8 / 60 as minutes from ${db.visible(welcomeMember).rows()} m
      join welcome_step_state d on d.tenant_id = m.tenant_id and d.batch_id = m.batch_id and d.student_id = m.student_id
      join welcome_step p on p.tenant_id = d.tenant_id and p.batch_id = d.batch_id and p.code = d.step_code and p.required and p.phase = 'site'
      where m.batch_id = ${batchId}::uuid and m.arrived_at is not null group by m.student_id, m.arrived_at having bool_and(d.state in ('done', 'waived'))) x`)
  return row ?? { finished: 0, minutes: null }
}
/** Minutes from the scan before to each scan, the slowest group first. */
const paceBy = <R extends object>(db: Db, batchId: string, key: Sql): Promise<R[]> =>
  db.query<R>(sql`select ${key}, count(*)::int as scans, round(percentile_cont(0.5) within group (order by x.minutes))::int as minutes
    from (select c.point_id, c.at, extract(epoch from c.at - lag(c.at) over (partition by c.student_id order by c.at, c.id))::float8 / 60 as minutes
      from welcome_scan c join ${db.visible(welcomeMember).rows()} m on m.batch_id = c.batch_id and m.student_id = c.student_id
      where c.tenant_id = ${db.me.tenantId} and c.batch_id = ${batchId}::uuid and c.kind = 'done') x
    join welcome_point w on w.tenant_id = ${db.me.tenantId} and w.id = x.point_id group by 1 order by 3 desc nulls last, 1`)
async function labelsOf(db: Db): Promise<Readonly<Record<ReportBy, (key: string | null) => string | null>>> {
  const [colleges, majors, cantons] = [await db.cached(department), await db.cached(major), await cantonsByCode(db)]
  return {
    college: key => colleges.get(key ?? '')?.name ?? null,
    major: key => majors.get(key ?? '')?.name ?? null,
    origin: key => cantons.get(`${key}0000`)?.name ?? null,
    batch: () => null,
  }
}
export default handle(reportStatistics, async ({ db }, { batchId }) => {
  const batch = await findShown(db, batchId)
  if (!batch) return { batchId: null, years: [], groups: [], finished: 0, minutes: null, points: [], hours: [] }
  const [counted, labels] = [await countedOf(db, batch.year), await labelsOf(db)]
  const years = Array.from({ length: YEARS }, (_, n) => batch.year - n)
  const inYears = (rows: readonly Counted[]) =>
    years.map(year => {
      const row = rows.find(r => r.year === year)
      return { year, admitted: row?.admitted ?? 0, arrived: row?.arrived ?? 0 }
    })
  const groups = (Object.keys(REPORT_BY) as ReportBy[]).flatMap(by =>
    [
      ...Map.groupBy(
        counted.filter(c => c.by === by),
        c => c.key,
      ),
    ].map(([key, rows]) => ({ by, key, label: labels[by](key), years: inYears(rows) })),
  )
  return {
    batchId: batch.id,
    years: inYears(counted.filter(c => c.by === 'all')),
    groups: groups.filter(g => g.years[0]?.admitted).sort((a, b) => (b.years[0]?.admitted ?? 0) - (a.years[0]?.admitted ?? 0)),
    ...(await timesOf(db, batch.id)),
    points: await paceBy<{ name: string; scans: number; minutes: number | null }>(db, batch.id, sql`w.name`),
    hours: await paceBy<{ hour: string; scans: number; minutes: number | null }>(db, batch.id, sql`to_char(${atSchool(sql`x.at`)}, 'HH24":00"') as hour`),
  }
})
