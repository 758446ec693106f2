import sql, { type Sql } from 'sql-template-tag'
import { department, major } from '#modules/campus/model/organisation.ts'
import { evidenceKind } from '#modules/evidence/model/evidence.ts'
import { computeMeasure, type MeasureContext } from '#server/measures/compute-measure.ts'
import { minCell } from '#server/statistics/grouped.ts'
import { cqaSheet } from '../../sheets/model/sheet.ts'
import { wallChange, wallEvenness, wallHeat, wallMeans, wallSources, wallYears } from '../model/comparison-measures.ts'
import { finalRounds } from './rounds.ts'

/** Majors and grades of fewer say little. */
const LEAST_MEAN = 15
const MOST = { colleges: 14, majors: 10, sources: 8, years: 4 } as const
const MANY = '多类'
/** Final sheets `t` with all their grades, of schemes, that the viewer may count. */
const finals = ({ db }: MeasureContext, ids: readonly string[]): Sql =>
  sql`(select t.* from ${db.visible(cqaSheet).rows()} t where t.scheme_id = any(${[...ids]}::uuid[]) and t.state = 'final' and t.pending_reason is null and t.total is not null)`
const lastIds = async (ctx: MeasureContext): Promise<readonly string[]> => (await finalRounds(ctx))[0]?.[1] ?? []

interface Cell {
  key: string | null
  name: string
  place: number
  rate: number | null
}
/** Means of the dimensions by a key of the sheets, where enough students stand behind them. */
const cells = async (ctx: MeasureContext, key: Sql, ids: readonly string[]): Promise<Cell[]> =>
  ctx.db.query<Cell>(sql`select ${key} as key, d.one->>'name' as name, min(d.place)::int as place,
      round(100 * avg((d.one->>'score')::numeric / nullif((d.one->>'max')::numeric, 0)), 1)::float8 as rate
    from ${finals(ctx, ids)} t join cqa_scheme s on s.tenant_id = ${ctx.db.me.tenantId} and s.id = t.scheme_id
      cross join lateral jsonb_array_elements(t.dimensions) with ordinality d(one, place) group by 1, 2 having count(*) >= ${await minCell(ctx)}`)
/** Names of the dimensions in the order of the trees. */
const namesOf = (of: readonly Cell[]): string[] => [...new Set(of.toSorted((a, b) => a.place - b.place || a.name.localeCompare(b.name)).map(c => c.name))]
const ratesOf = (names: readonly string[], of: readonly Cell[]): Array<{ rate: number | null }> => names.map(name => ({ rate: of.find(c => c.name === name)?.rate ?? null }))

const heat = computeMeasure(wallHeat, async ctx => {
  const last = (await finalRounds(ctx))[0]
  if (!last) return { xn: null, dimensions: [], colleges: [] }
  const found = await cells(ctx, sql`t.department_id::text`, last[1])
  const [known, names] = [await ctx.db.cached(department), namesOf(found)]
  const colleges = [...Map.groupBy(found, c => c.key ?? '')].map(([id, of]) => ({ name: known.get(id)?.name ?? '—', rates: ratesOf(names, of) }))
  return { xn: last[0], dimensions: names, colleges: colleges.sort((a, b) => a.name.localeCompare(b.name)).slice(0, MOST.colleges) }
})
const means = computeMeasure(wallMeans, async ctx => {
  const of = async (key: Sql) =>
    ctx.db.query<{ key: string | null; mean: number }>(sql`select ${key} as key, round(avg(round(t.total, 2)), 1)::float8 as mean
      from ${finals(ctx, await lastIds(ctx))} t where ${key} is not null group by 1 having count(*) >= ${Math.max(LEAST_MEAN, await minCell(ctx))}`)
  const known = await ctx.db.cached(major)
  const majors = (await of(sql`t.major_id::text`)).map(({ key, mean }) => ({ name: known.get(key ?? '')?.name ?? '—', mean }))
  const grades = (await of(sql`t.grade::text`)).map(({ key, mean }) => ({ grade: Number(key), mean }))
  return { majors: majors.sort((a, b) => b.mean - a.mean || a.name.localeCompare(b.name)).slice(0, MOST.majors), grades: grades.sort((a, b) => b.grade - a.grade) }
})
const sources = computeMeasure(wallSources, async ctx => {
  const rows = await ctx.db.query<{
    kind: string | null
    points: number
    students: number
  }>(sql`select k.kind, sum(greatest(0, (t.items->>i.code)::numeric - coalesce(i.base_score, 0)))::float8 as points,
      count(distinct t.id)::int as students
    from ${finals(ctx, await lastIds(ctx))} t join cqa_index i on i.tenant_id = ${ctx.db.me.tenantId} and i.scheme_id = t.scheme_id and i.kind = 'auto'
      cross join lateral (select case when count(distinct r.evidence_kind) = 1 then min(r.evidence_kind) end as kind from cqa_point_rule r where r.tenant_id = i.tenant_id and r.index_id = i.id) k
    group by 1`)
  const students = Math.max(0, ...rows.map(r => r.students))
  if (students < (await minCell(ctx))) return { sources: [] }
  const [all, labels] = [rows.reduce((sum, r) => sum + r.points, 0), new Map<string, string>(evidenceKind.items.map(i => [i.key, i.value]))]
  const shown = rows.filter(r => r.points > 0).sort((a, b) => b.points - a.points)
  return {
    sources: shown.slice(0, MOST.sources).map(r => ({
      label: labels.get(r.kind ?? '') ?? MANY,
      points: Math.round((r.points / students) * 10) / 10,
      share: Math.round((r.points / all) * 1000) / 10,
    })),
  }
})
const evenness = computeMeasure(wallEvenness, async ctx => ({
  dimensions: await ctx.db.query<{ name: string; deviation: number | null }>(sql`with class_mean as (
      select t.major_id, t.class_id, d.one->>'name' as name, min(d.place) as place, avg((d.one->>'score')::numeric) as mean
      from ${finals(ctx, await lastIds(ctx))} t cross join lateral jsonb_array_elements(t.dimensions) with ordinality d(one, place)
      where t.class_id is not null and t.major_id is not null group by 1, 2, 3 having count(*) >= ${await minCell(ctx)}),
    spread as (select c.major_id, c.name, min(c.place) as place, stddev_pop(c.mean) as deviation from class_mean c group by 1, 2 having count(*) > 1)
    select s.name, round(avg(s.deviation), 2)::float8 as deviation from spread s group by 1 order by min(s.place), 1`),
}))
const years = computeMeasure(wallYears, async ctx => {
  const rounds = (await finalRounds(ctx)).slice(0, MOST.years)
  const found = await cells(
    ctx,
    sql`s.xn`,
    rounds.flatMap(([, ids]) => ids),
  )
  const names = namesOf(found)
  return {
    dimensions: names,
    years: rounds
      .map(([xn]) => ({
        xn,
        rates: ratesOf(
          names,
          found.filter(c => c.key === xn),
        ),
      }))
      .reverse(),
  }
})
const change = computeMeasure(wallChange, async ctx => {
  const [last, former] = await finalRounds(ctx)
  if (!last || !former) return { grades: [] }
  return {
    grades: await ctx.db.query<{ grade: number; change: number; students: number }>(sql`select t.grade,
        round(percentile_cont(0.5) within group (order by round(t.total, 2) - round(b.total, 2))::numeric, 2)::float8 as change, count(*)::int as students
      from ${finals(ctx, last[1])} t join ${finals(ctx, former[1])} b on b.student_id = t.student_id where t.grade is not null
      group by 1 having count(*) >= ${await minCell(ctx)} order by 1 desc`),
  }
})
export default [heat, means, sources, evenness, years, change]
