import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import type { RankScope } from '../../schemes/model/scheme.ts'
import type { Scheme } from '../../schemes/server/api.ts'
import { cqaSheet } from '../model/sheet.ts'

/** Who competes with whom in each scope, and the columns of the rank and of their number. */
export const SCOPES: Readonly<
  Record<RankScope, { among: string; rank: 'classRank' | 'majorRank' | 'collegeRank' | 'schoolRank'; size: 'classSize' | 'majorSize' | 'collegeSize' | 'schoolSize' }>
> = {
  class: { among: 't.class_id', rank: 'classRank', size: 'classSize' },
  majorGrade: { among: 't.major_id, t.grade', rank: 'majorRank', size: 'majorSize' },
  collegeGrade: { among: 't.department_id, t.grade', rank: 'collegeRank', size: 'collegeSize' },
  schoolGrade: { among: 't.grade', rank: 'schoolRank', size: 'schoolSize' },
}
export const scopesOf = ({ rankScopes }: Pick<Scheme, 'rankScopes'>): RankScope[] => rankScopes.flatMap(s => s ?? [])
/** 50-CQ10: rank ÷ number, in percent with two decimals. */
export const shareOf = (rank: number | null | undefined, size: number | null | undefined): number | null => (rank && size ? Math.round((rank * 10_000) / size) / 100 : null)
/**
 * Ranks of sheets (50-CQ3, 50-CQ10), `sheets` being a relation of them as `t`: `id`, and the rank and the number in each scope of the scheme. They go by the two decimals that are shown,
 * then by the tie-breakers in their order; who is equal in all of them shares the rank. Pending and excluded sheets are neither ranked nor counted.
 */
export function ranksOf(scheme: Pick<Scheme, 'tieBreakers' | 'tieStyle' | 'rankScopes'>, sheets: Sql): Sql {
  const ties = (scheme.tieBreakers ?? []).flatMap(code => (code ? [sql`round((t.items->>${code})::numeric, 2) desc nulls last`] : []))
  const order = join([sql`round(t.total, 2) desc`, ...ties])
  const ranking = raw(scheme.tieStyle === 'dense' ? 'dense_rank()' : 'rank()')
  const competes = sql`(t.state <> 'excluded' and t.pending_reason is null and t.total is not null)`
  const columns = scopesOf(scheme).flatMap(scope => [
    sql`case when ${competes} then ${ranking} over (partition by ${competes}, ${raw(SCOPES[scope].among)} order by ${order})::int end as ${raw(`"${SCOPES[scope].rank}"`)}`,
    sql`case when ${competes} then count(*) over (partition by ${competes}, ${raw(SCOPES[scope].among)})::int end as ${raw(`"${SCOPES[scope].size}"`)}`,
  ])
  return sql`select t.id, ${join(columns)} from ${sheets}`
}
/** Ranks a scheme, in the grades of the given sheets. */
export async function rank(db: Db, scheme: Scheme, of: Sql = empty): Promise<void> {
  const grades = of === empty ? empty : sql`and t.grade in (select t.grade from cqa_sheet t where t.tenant_id = ${db.me.tenantId} and t.scheme_id = ${scheme.id} ${of})`
  const scopes = scopesOf(scheme)
  const [first] = scopes
  if (!first) return
  const patch = Object.fromEntries(scopes.flatMap(s => [SCOPES[s].rank, SCOPES[s].size]).map(name => [name, sql`r.${raw(`"${name}"`)}`]))
  await db.updateWhere(
    cqaSheet,
    sql`t.id = r.id`, // no condition on the scheme, as in `calculate`
    { ...patch, rankShare: sql`round(r.${raw(`"${SCOPES[first].rank}"`)} * 100.0 / r.${raw(`"${SCOPES[first].size}"`)}, 2)` },
    { from: sql`(${ranksOf(scheme, sql`cqa_sheet t where t.tenant_id = ${db.me.tenantId} and t.scheme_id = ${scheme.id} ${grades}`)}) r`, history: false },
  )
}
