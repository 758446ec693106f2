import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { meansOf } from '../../grades/server/api.ts'
import { childrenOf, dimensionOf, type Index } from '../../schemes/model/tree.ts'
import { indexesOf, type Scheme } from '../../schemes/server/api.ts'
import { cqaSheet } from '../model/sheet.ts'
import { heldScores, pointsOf } from './points.ts'
import { rank } from './rank.ts'
import { capColumn, pointsColumn, scoreColumn, treeSql } from './tree-sql.ts'

/** Sheets of a scheme that are scored, as a select of `id` and `student_id`; narrowed to some where `of` says so. */
export const sheetsOf = (db: Db, scheme: Pick<Scheme, 'id'>, of: Sql = empty): Sql =>
  sql`select t.id, t.student_id from cqa_sheet t where t.tenant_id = ${db.me.tenantId} and t.scheme_id = ${scheme.id} and t.state <> 'excluded' ${of}`
const NO_GRADES = '没有成绩'
const NOTHING = sql`null::numeric as nothing`
const columns = (found: readonly Sql[]): Sql => join(found.length ? [...found] : [NOTHING])

/**
 * The scores of these sheets: `id`, `items`, `dimensions`, `total`, `pending`, `hash`; one statement for a student as for a school (50-CQ3). Points of evidence are summed by rule and index
 * and become columns, scores people gave as well; the tree is computed over these columns.
 */
export async function scoresOf(db: Db, scheme: Scheme, sheets: Sql, all?: readonly Index[]): Promise<Sql> {
  const indexes = all ?? (await indexesOf(db, scheme.id))
  const tree = treeSql(indexes)
  const { order, column, laterals } = tree
  const numbered = [...order.entries()]
  const root = order.find(i => i.parentId === null)
  const dimensions = root ? childrenOf(indexes, root.id) : []
  const students = sql`select student_id from sheet`
  const ofKind = (...kinds: string[]) => numbered.filter(([, i]) => kinds.includes(i.kind))
  const points = ofKind('auto', 'deduct').map(([n, i]) => sql`sum(r.points) filter (where r.index_id = ${i.id}) as ${pointsColumn(n)}`)
  const given = ofKind('scored', 'imported').map(([n, i]) => sql`max(s.score) filter (where s.index_id = ${i.id}) as ${scoreColumn(n)}`)
  const caps = dimensions.map(d => {
    const below = order.filter(i => dimensionOf(indexes, i)?.id === d.id).map(i => i.id)
    return sql`min(e.dimension_cap) filter (where e.counts and e.index_id = any(${below}::uuid[])) as ${capColumn(order.indexOf(d))}`
  })
  const hasGrades = order.some(i => i.kind === 'grades')
  const means = await meansOf(db, students, scheme.xn ?? '', {
    terms: (scheme.gradeTerms ?? []).flatMap(t => t ?? []),
    onlyRequired: scheme.gradeCourses === 'required',
    withRetakes: scheme.gradeRetakes === 'better',
  })
  const shown = dimensions.map(d => sql`jsonb_build_object('code', ${d.code}::text, 'name', ${d.name}::text, 'score', ${column(d)}, 'max', ${d.maxScore}::numeric)`)
  return sql`with sheet as materialized (${sheets}),
    entry as materialized (${pointsOf(db, scheme, students)}),
    by_rule as (select e.student_id, e.index_id, e.rule_id, least(coalesce(sum(e.worth) filter (where e.counts), 0), max(e.cap)) as points from entry e group by 1, 2, 3),
    points as (select r.student_id, ${columns(points)} from by_rule r group by 1),
    caps as (select e.student_id, md5(string_agg(e.id::text || e.worth || e.counts, ',' order by e.id, e.index_id)) as seen, ${columns(caps)} from entry e group by 1),
    given as (select s.sheet_id, ${columns(given)} from (${heldScores(db, sql`select id from sheet`)}) s group by 1),
    means as (${hasGrades ? means : sql`select null::uuid as id, null::numeric as mean, null::text as missing where false`}),
    scored as (select x.id, ${hasGrades ? sql`case when g.mean is null then coalesce(g.missing, ${NO_GRADES}::text) end` : sql`null::text`} as pending, c.seen,
        (select jsonb_object_agg(k.code, k.score) from unnest(array[${join(order.map(i => sql`${i.code}::text`))}], array[${join(order.map(column))}]) k(code, score)) as items,
        ${shown.length ? sql`jsonb_build_array(${join(shown)})` : raw(`'[]'::jsonb`)} as dimensions, ${root ? column(root) : raw('0::numeric')} as total
      from sheet x left join points p on p.student_id = x.student_id left join caps c on c.student_id = x.student_id left join given h on h.sheet_id = x.id left join means g on g.id = x.student_id
      ${laterals})
    select id, items, dimensions, total, left(pending, 500) as pending, md5(items::text || coalesce(seen, '') || coalesce(pending, '')) as hash from scored`
}
/** Calculates these sheets and the ranks they compete for. What is equal to before is not written. Answers how many changed. */
export async function calculate(db: Db, scheme: Scheme, of: Sql = empty): Promise<number> {
  const scores = await scoresOf(db, scheme, sheetsOf(db, scheme, of))
  const changed = await db.updateWhere(
    cqaSheet,
    sql`t.scheme_id = ${scheme.id} and t.id = r.id and t.hash is distinct from r.hash`,
    { items: sql`r.items`, dimensions: sql`r.dimensions`, total: sql`r.total`, pendingReason: sql`r.pending`, hash: sql`r.hash`, calculatedAt: sql`now()` },
    { from: sql`(${scores}) r`, history: false },
  )
  await rank(db, scheme, of)
  return changed.length
}
