import sql, { type Sql } from 'sql-template-tag'
import { certKind } from '#modules/certificate/model/dictionaries.ts'
import { studentCert } from '#modules/certificate/model/student-cert.ts'
import { evidence, evidenceLevel } from '#modules/evidence/model/evidence.ts'
import { computeMeasure, type MeasureContext } from '#server/measures/compute-measure.ts'
import { minCell } from '#server/statistics/grouped.ts'
import { wallAchievements, wallCertificates, wallCompetitions } from '../model/measures.ts'
import { yearOf } from './year.ts'

const MOST = 12
const SHOWN = ['award', 'competition', 'paper'] as const
const HIGH = ['international', 'national', 'provincial', 'municipal', 'school'] as const
/** Evidence `e` of the year that nobody reversed. */
const standing = async (ctx: MeasureContext): Promise<Sql> => {
  const { from, to } = await yearOf(ctx)
  return sql`(select e.* from ${ctx.db.visible(evidence).rows()} e where e.occurred_on between ${from}::date and ${to}::date and e.reverses_id is null
    and not exists (select from evidence r where r.tenant_id = e.tenant_id and r.reverses_id = e.id))`
}
const achievements = computeMeasure(wallAchievements, async ctx => {
  const labels = new Map<string, string>(evidenceLevel.items.map(i => [i.key, i.value]))
  const rows = await ctx.db.query<{
    on: string
    title: string
    level: string | null
    className: string | null
  }>(sql`select e.occurred_on as "on", e.title, e.level, c.name as "className"
    from ${await standing(ctx)} e left join stu_class c on c.tenant_id = ${ctx.db.me.tenantId} and c.id = e.class_id
    where e.kind = any(${[...SHOWN]}::text[]) and e.level = any(${[...HIGH]}::text[]) order by e.occurred_on desc, e.id limit ${MOST}`)
  return { achievements: rows.map(r => ({ ...r, level: labels.get(r.level ?? '') ?? null })) }
})
/** Counts by the keys of a dictionary, in its order; 60-BS4: of fewer than the least nothing is told. */
const counted = (items: ReadonlyArray<{ key: string; value: string }>, rows: ReadonlyArray<{ key: string | null; count: number }>, least: number) =>
  items.flatMap(i => {
    const count = rows.find(r => r.key === i.key)?.count ?? 0
    return count >= least ? { label: i.value, count } : []
  })
const competitions = computeMeasure(wallCompetitions, async ctx => {
  const rows = await ctx.db.query<{ key: string | null; count: number }>(
    sql`select e.level as key, count(*)::int as count from ${await standing(ctx)} e where e.kind = 'competition' group by 1`,
  )
  return { levels: counted(evidenceLevel.items, rows, await minCell(ctx)) }
})
const certificates = computeMeasure(wallCertificates, async ctx => {
  const { from, to } = await yearOf(ctx)
  const rows = await ctx.db.query<{ key: string | null; count: number }>(sql`select c.kind as key, count(*)::int as count from ${ctx.db.visible(studentCert).rows()} t
    join cert_catalog c on c.tenant_id = ${ctx.db.me.tenantId} and c.id = t.catalog_id
    where t.state = 'approved' and t.verify_state = 'verified' and t.issued_on between ${from}::date and ${to}::date group by 1`)
  return { kinds: counted(certKind.items, rows, await minCell(ctx)) }
})
export default [achievements, competitions, certificates]
