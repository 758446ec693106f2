import sql, { empty, type Sql } from 'sql-template-tag'
import { percentOf } from '#model/percent.ts'
import { MERGED } from '#model/small-groups.ts'
import { department, major } from '#modules/campus/model/organisation.ts'
import type { Ctx, Db } from '#server/context.ts'
import { answerStatistics } from '#server/statistics/answer-statistics.ts'
import { mayReadRows, minCell } from '#server/statistics/grouped.ts'
import { atSchool, entityGroup, type Grouping } from '#server/statistics/groupings.ts'
import { cqaSheet } from '../../sheets/model/sheet.ts'
import { type POINT_SOURCES, resultStatistics } from '../model/statistics.ts'

const LIST = 'cqa:cqaSheet:list'
const BAND = 10
const MOST_SPREADS = 60
const isPersonal = true
const keyed = (key: Sql): Grouping => ({ key, labels: async () => of => of, isOrdered: true, isPersonal })
const byBand: Grouping = {
  ...keyed(sql`case when is_scored then (floor(total / ${BAND}) * ${BAND})::int end`),
  labels: async () => key => `${key}–${(Number(key) + BAND - 0.01).toFixed(2)}`,
}
/** Bands as numbers go, the merged small ones last. */
const bandOf = ({ key }: { key: string }): number => (key === MERGED ? Number.POSITIVE_INFINITY : Number(key))
/** Objections to the result of each sheet, without those that were withdrawn. */
const objections = (db: Db): Sql => sql`select l.biz_id, bool_or(o.state = 'upheld') as is_upheld from objection o
  join public_notice_line l on l.tenant_id = o.tenant_id and l.id = o.line_id where o.tenant_id = ${db.me.tenantId} and l.biz_type = 'cqaSheet' and o.state <> 'withdrawn' group by 1`
const ofScored = (aggregate: Sql): Sql => sql`round(${aggregate} filter (where is_scored), 2)::float8`
interface DimensionMean {
  name: string
  students: number
  mean: number | null
  rate: number | null
}
/** Each dimension over all schemes that have it by this name, in the order of the trees. */
const dimensionsOf = (db: Db, rows: Sql, least: number): Promise<DimensionMean[]> =>
  db.query<DimensionMean>(sql`select d.one->>'name' as name, count(*)::int as students, round(avg((d.one->>'score')::numeric), 2)::float8 as mean,
      round(100 * avg((d.one->>'score')::numeric / nullif((d.one->>'max')::numeric, 0)), 1)::float8 as rate
    from ${rows} r cross join lateral jsonb_array_elements(r.dimensions) with ordinality d(one, place) where r.is_scored
    group by 1 having count(*) >= ${least} order by min(d.place), 1`)
interface Spread {
  key: string
  major: string
  grade: number | null
  scheme: string
  dimension: string
  classes: number
  lowestClass: string
  lowest: number
  highestClass: string
  highest: number
  spread: number
}
/** Uneven marking: the mean of a dimension in the lowest and in the highest class of one major and grade. The mean of a few says nothing of how a class was marked, and would show a person's score. */
const spreadsOf = (db: Db, rows: Sql, least: number): Promise<Spread[]> =>
  db.query<Spread>(sql`with class_mean as (
      select r.scheme_id, r.major_id, r.grade, r.class_id, d.one->>'name' as dimension, avg((d.one->>'score')::numeric) as mean
      from ${rows} r cross join lateral jsonb_array_elements(r.dimensions) d(one) where r.is_scored and r.class_id is not null group by 1, 2, 3, 4, 5 having count(*) >= ${least})
    select concat_ws('/', a.scheme_id, a.major_id, a.grade, a.dimension) as key, j.name as major, a.grade, m.name as scheme, a.dimension, count(*)::int as classes,
      (array_agg(c.name order by a.mean, c.name))[1] as "lowestClass", round(min(a.mean), 2)::float8 as lowest,
      (array_agg(c.name order by a.mean desc, c.name))[1] as "highestClass", round(max(a.mean), 2)::float8 as highest, (round(max(a.mean), 2) - round(min(a.mean), 2))::float8 as spread
    from class_mean a join cqa_scheme m on m.tenant_id = ${db.me.tenantId} and m.id = a.scheme_id join major j on j.tenant_id = ${db.me.tenantId} and j.id = a.major_id
      join stu_class c on c.tenant_id = ${db.me.tenantId} and c.id = a.class_id
    group by a.scheme_id, a.major_id, a.grade, a.dimension, j.name, m.name having count(*) > 1 order by spread desc, key limit ${MOST_SPREADS}`)
interface Source {
  source: keyof typeof POINT_SOURCES
  points: number
}
/** What evidence gives begins at the base of its index; formulas and groups are made of what is counted here. */
const sourcesOf = (db: Db, rows: Sql, scored: number): Promise<Source[]> =>
  db.query<Source>(sql`select v.source, round(sum(v.points) / ${scored}, 2)::float8 as points
    from ${rows} r join cqa_index i on i.tenant_id = ${db.me.tenantId} and i.scheme_id = r.scheme_id and i.kind in ('auto', 'deduct', 'grades', 'scored', 'imported')
      cross join lateral (select case when i.kind in ('auto', 'deduct') then coalesce(i.base_score, 0) else 0 end as base) b
      cross join lateral (values (i.kind, coalesce((r.items->>i.code)::numeric, 0) - b.base), ('base', b.base)) v(source, points)
    where r.is_scored group by 1 having bool_or(v.source <> 'base') or sum(v.points) <> 0 order by points desc, source`)
/** Whoever may list the sheets learns nothing new from a mean of few. */
const leastOf = async (ctx: Ctx): Promise<number> => (mayReadRows(ctx, LIST) ? 1 : await minCell(ctx))

/** Evaluations that began in the span. Means count sheets that have all their grades (50-CQ5), by the decimals that are shown. */
export default answerStatistics(resultStatistics, {
  rows: ({ db }, { from, to, schemeId, departmentId }) => sql`(select t.student_id, t.scheme_id, t.department_id, t.major_id, t.grade, t.class_id, t.dimensions, t.items,
      round(t.total, 2) as total, m.xn, t.pending_reason is null and t.total is not null as is_scored,
      t.state in ('publicised', 'final') or o.biz_id is not null as is_noticed, o.biz_id is not null as is_objected, coalesce(o.is_upheld, false) as is_upheld
    from ${db.visible(cqaSheet).rows()} t join cqa_scheme m on m.tenant_id = t.tenant_id and m.id = t.scheme_id left join (${objections(db)}) o on o.biz_id = t.id
    where t.state <> 'excluded' and m.state <> 'cancelled' and (${atSchool(sql`m.begin_time`)})::date between ${from}::date and ${to}::date
      ${schemeId ? sql`and t.scheme_id = ${schemeId}` : empty} ${departmentId ? sql`and t.department_id = ${departmentId}` : empty})`,
  sums: {
    students: sql`count(*)::int`,
    scored: sql`count(*) filter (where is_scored)::int`,
    mean: ofScored(sql`avg(total)`),
    lowest: ofScored(sql`min(total)`),
    highest: ofScored(sql`max(total)`),
    deviation: ofScored(sql`stddev_pop(total)`),
    noticed: sql`count(*) filter (where is_noticed)::int`,
    objected: sql`count(*) filter (where is_objected)::int`,
    upheld: sql`count(*) filter (where is_upheld)::int`,
  },
  people: { count: sql`count(distinct student_id)::int`, listedBy: LIST },
  by: {
    byBand,
    byCollege: entityGroup(sql`department_id`, department, { isPersonal }),
    byMajor: entityGroup(sql`major_id`, major, { isPersonal, most: 60 }),
    byGrade: keyed(sql`grade::text`),
    byYear: keyed(sql`xn`),
  },
  each: sums => ({ ...sums, objectionRate: percentOf(sums.objected, sums.noticed) }),
  async more(ctx, _asked, { rows, sums, groups }) {
    const { db } = ctx
    return {
      byBand: [...groups.byBand].sort((a, b) => bandOf(a) - bandOf(b)),
      dimensions: await dimensionsOf(db, rows, await leastOf(ctx)),
      spreads: await spreadsOf(db, rows, await minCell(ctx)),
      sources: sums.scored >= (await leastOf(ctx)) ? await sourcesOf(db, rows, sums.scored) : [],
    }
  },
})
