import sql from 'sql-template-tag'
import type { InputOf, OutputOf } from '#model'
import { educationLevel } from '#model/national.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { labelsOf } from '#server/params/dictionaries.ts'
import { paramOf } from '#server/params/params.ts'
import { yearlySheet } from '../model/statistics.ts'
import { organisation } from './place.ts'
import { steps } from './steps.ts'

interface Line {
  majorId: string
  level: string
  duration: number | null
  graduates: number
  entrants: number
  enrolled: number
  female: number
  minority: number
  year1: number
  year2: number
  year3: number
  year4: number
  year5: number
  expected: number
}
/** Yearly education statistics by major: students on the day, entries and graduates since the year before. */
export async function yearly(ctx: Ctx, { year }: InputOf<typeof yearlySheet>): Promise<OutputOf<typeof yearlySheet>> {
  const day = await paramOf<string>(ctx, 'student', 'stats.yearlyDate')
  const asOf = `${year}-${day}`
  const [lines, o, levelOf] = await Promise.all([count(ctx.db, asOf, `${year - 1}-${day}`, year), organisation(ctx.db), labelsOf(ctx.db, educationLevel)])
  const rows = lines.map(({ majorId, level, duration, ...figures }) => {
    const major = o.majors.get(majorId)
    return {
      majorId,
      majorName: major?.name ?? null,
      nationalCode: major?.nationalCode ?? null,
      level: levelOf(level),
      duration: duration === null ? null : String(duration),
      ...figures,
    }
  })
  return { asOf, rows: rows.sort((a, b) => (a.nationalCode ?? '').localeCompare(b.nationalCode ?? '') || (a.majorName ?? '').localeCompare(b.majorName ?? '', 'zh')) }
}
export default handle(yearlySheet, yearly)

/** Year of study is counted from the entry year; students whose length of study ends within the next year are expected graduates. */
function count(db: Db, asOf: string, since: string, year: number): Promise<Line[]> {
  return db.query<Line>(sql`
    with ${steps(db, 'major', 'student:student:statistics')},
    there as (
      select h.major_id::text as key, h.level, g.duration, h.gender_code, h.ethnicity_code, ${year} - h.grade + 1 as study_year, h.grade + g.duration <= ${year} + 1 as leaves
      from standing s
      join class_history h on h.tenant_id = ${db.me.tenantId} and h.student_id = s.student_id and h."from" = s.day
      join grade_major g on g.tenant_id = ${db.me.tenantId} and g.id = h.grade_major_id
      where s.grp is not null and s.day <= ${asOf} and (s.until is null or s.until > ${asOf})
    ),
    present as (
      select key, min(level) as level, max(duration) as duration, count(*)::int as enrolled, (count(*) filter (where gender_code = '2'))::int as female,
        (count(*) filter (where ethnicity_code <> '01'))::int as minority, (count(*) filter (where study_year <= 1))::int as year1, (count(*) filter (where study_year = 2))::int as year2,
        (count(*) filter (where study_year = 3))::int as year3, (count(*) filter (where study_year = 4))::int as year4, (count(*) filter (where study_year >= 5))::int as year5, (count(*) filter (where leaves))::int as expected
      from there group by 1
    ),
    turned as (
      select key, (count(*) filter (where movement = 'graduated'))::int as graduates, (count(*) filter (where movement = 'joined'))::int as entrants
      from moved where day > ${since} and day <= ${asOf} group by 1
    )
    select coalesce(p.key, t.key) as "majorId", coalesce(p.level, m.level) as level, coalesce(p.duration, m.duration) as duration, coalesce(t.graduates, 0) as graduates, coalesce(t.entrants, 0) as entrants,
      coalesce(enrolled, 0) as enrolled, coalesce(female, 0) as female, coalesce(minority, 0) as minority, coalesce(year1, 0) as year1, coalesce(year2, 0) as year2,
      coalesce(year3, 0) as year3, coalesce(year4, 0) as year4, coalesce(year5, 0) as year5, coalesce(expected, 0) as expected
    from present p full join turned t on t.key = p.key
    left join major m on m.tenant_id = ${db.me.tenantId} and m.id::text = coalesce(p.key, t.key)
    where coalesce(enrolled, 0) + coalesce(graduates, 0) + coalesce(entrants, 0) > 0`)
}
