import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { meansOf } from '../../grades/server/api.ts'
import { childrenOf, dimensionOf, type Index } from '../../schemes/model/tree.ts'
import { indexesOf, type Scheme } from '../../schemes/server/api.ts'
import { cqaSheet } from '../model/sheet.ts'
import { givenScores, pointsOf, scoresByCode } from './points.ts'
import { rank } from './rank.ts'
import { capColumn, pointsColumn, scoreColumn, treeSql } from './tree-sql.ts'

/** Sheets of a scheme that are scored, as a select of `id` and `student_id`; narrowed to some where `of` says so. */
export const sheetsOf = (db: Db, scheme: Pick<Scheme, 'id'>, of: Sql = empty): Sql =>
  sql`select t.id, t.student_id from cqa_sheet t where t.tenant_id = ${db.me.tenantId} and t.scheme_id = ${scheme.id} and t.state <> 'excluded' ${of}`
const NO_GRADES = '没有成绩'

/**
 * The scores of these sheets: `student_id`, `items`, `dimensions`, `total`, `pending`, `hash`; one statement for a student as for a school (50-CQ3). All that is known of a
 * student is gathered row by row and grouped into columns, over which the tree is computed. Nothing is joined: sheets of a new scheme have no statistics yet, and where the planner expects
 * one sheet a join would compute the points of all students anew for each. The result is materialized, so that whoever joins it computes it once. With `former` a tree is tried on the sheets of that scheme.
 */
export async function scoresOf(db: Db, scheme: Scheme, sheets: Sql, { all, former }: { all?: readonly Index[]; former?: Pick<Scheme, 'id'> } = {}): Promise<Sql> {
  const indexes = all ?? (await indexesOf(db, scheme.id))
  const { order, column, laterals } = treeSql(indexes)
  const root = order.find(i => i.parentId === null)
  const dimensions = root ? childrenOf(indexes, root.id) : []
  const students = sql`select student_id from sheet`
  const ofKind = (...kinds: string[]) => [...order.entries()].filter(([, i]) => kinds.includes(i.kind))
  const points = ofKind('auto', 'deduct').map(([n, i]) => sql`sum(f.points) filter (where f.index_id = ${i.id}) as ${pointsColumn(n)}`)
  const scores = ofKind('scored', 'imported').map(([n, i]) => sql`max(f.score) filter (where f.index_id = ${i.id}) as ${scoreColumn(n)}`)
  const caps = dimensions.map(d => {
    const below = order.filter(i => dimensionOf(indexes, i)?.id === d.id).map(i => i.id)
    return sql`min(f.cap) filter (where f.index_id = any(${below}::uuid[])) as ${capColumn(order.indexOf(d))}`
  })
  const scored = sql`select id, student_id from sheet`
  const given = former ? scoresByCode(db, scheme, former, scored) : givenScores(db, scheme, scored)
  const means = order.some(i => i.kind === 'grades') ? await meansFor(db, scheme, students) : undefined
  const shown = dimensions.map(d => sql`jsonb_build_object('code', ${d.code}::text, 'name', ${d.name}::text, 'score', ${column(d)}, 'max', ${d.maxScore}::numeric)`)
  return sql`with sheet as materialized (${sheets}),
    entry as materialized (${pointsOf(db, scheme, students)}),
    fact as (select x.student_id, null::uuid as index_id, null::numeric as points, null::numeric as cap, null::text as seen, null::numeric as score, null::numeric as mean, null::text as missing from sheet x
      union all select e.student_id, e.index_id, least(coalesce(sum(e.worth) filter (where e.counts), 0), max(e.cap)), min(e.dimension_cap) filter (where e.counts),
        string_agg(e.id::text || e.worth || e.counts, ',' order by e.id), null, null, null from entry e group by e.student_id, e.index_id, e.rule_id
      union all select g.student_id, g.index_id, null, null, null, g.score, null, null from (${given}) g
      ${means ? sql`union all select g.id, null, null, null, null, null, g.mean, g.missing from (${means}) g` : empty}),
    known as (select f.student_id, ${join([...points, ...scores, ...caps, sql`max(f.mean) as mean`, sql`max(f.missing) as missing`])}, md5(string_agg(f.seen, ',' order by f.index_id, f.seen)) as seen
      from fact f group by 1),
    scored as (select k.student_id, ${means ? sql`case when k.mean is null then coalesce(k.missing, ${NO_GRADES}::text) end` : sql`null::text`} as pending, k.seen,
        (select jsonb_object_agg(i.code, i.score) from unnest(array[${join(order.map(i => sql`${i.code}::text`))}], array[${join(order.map(column))}]) i(code, score)) as items,
        ${shown.length ? sql`jsonb_build_array(${join(shown)})` : raw(`'[]'::jsonb`)} as dimensions, ${root ? column(root) : raw('0::numeric')} as total
      from known k ${laterals}),
    result as materialized (select student_id, items, dimensions, total, left(pending, 500) as pending, md5(items::text || coalesce(seen, '') || coalesce(pending, '')) as hash from scored)
    select * from result`
}
const meansFor = (db: Db, { xn, gradeTerms, gradeCourses, gradeRetakes }: Scheme, students: Sql): Promise<Sql> =>
  meansOf(db, students, xn ?? '', { terms: (gradeTerms ?? []).flatMap(t => t ?? []), onlyRequired: gradeCourses === 'required', withRetakes: gradeRetakes === 'better' })
/** Sheets that one statement calculates: a school's thirty thousand would take longer than a statement may, and these few are sorted in memory. */
const AT_ONCE = 400
/**
 * Calculates these sheets and the ranks they compete for. What is equal to before is not written. Answers how many changed. Sheets are found by their ids: of a scheme that has just been
 * published the planner expects one sheet, and would go through all scores for each.
 */
export async function calculate(db: Db, scheme: Scheme, of: Sql = empty, atOnce = AT_ONCE): Promise<number> {
  const all = await indexesOf(db, scheme.id)
  const sheets = await db.query<{ id: string }>(sql`select x.id from (${sheetsOf(db, scheme, of)}) x order by x.id`)
  let changed = 0
  for (let from = 0; from < sheets.length; from += atOnce) {
    const ids = sheets.slice(from, from + atOnce).map(t => t.id)
    const scores = await scoresOf(db, scheme, sheetsOf(db, scheme, sql`and t.id = any(${ids}::uuid[])`), { all })
    const written = await db.updateWhere(
      cqaSheet,
      sql`t.id = any(${ids}::uuid[]) and t.student_id = r.student_id and t.hash is distinct from r.hash`,
      { items: sql`r.items`, dimensions: sql`r.dimensions`, total: sql`r.total`, pendingReason: sql`r.pending`, hash: sql`r.hash`, calculatedAt: sql`now()` },
      { from: sql`(${scores}) r`, history: false },
    )
    changed += written.length
  }
  await rank(db, scheme, of)
  return changed
}
