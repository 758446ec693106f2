import sql from 'sql-template-tag'
import { computeMeasure } from '#server/measures/compute-measure.ts'
import { wallFees, wallPoints, wallSteps } from '../model/measures.ts'
import { comers, shownBatch } from './shown-batch.ts'

const MOST_POINTS = 7
const LAST_SCANS = 20

const steps = computeMeasure(wallSteps, async ctx => {
  const batch = await shownBatch(ctx)
  if (!batch) return { steps: [] }
  const found = await ctx.db.query<{ name: string; expected: number; done: number }>(sql`select p.name, count(*)::int as expected,
      count(*) filter (where d.state in ('done', 'waived') and (d.at is null or d.at <= ${ctx.now.toISOString()}::timestamptz))::int as done
    from ${comers(ctx, batch.id)} x join welcome_step_state d on d.tenant_id = ${ctx.me.tenantId} and d.batch_id = ${batch.id}::uuid and d.student_id = x.student_id
    join welcome_step p on p.tenant_id = d.tenant_id and p.batch_id = d.batch_id and p.code = d.step_code and p.required and p.phase <> 'after' group by p.code, p.name, p.sort order by p.sort, p.code`)
  return { steps: found }
})
/** How long a point takes: from the scan of the point before to its own, of the last ones. */
const points = computeMeasure(wallPoints, async ctx => {
  const { db, me } = ctx
  const batch = await shownBatch(ctx)
  if (!batch) return { points: [] }
  const now = ctx.now.toISOString()
  const found = await db.query<{ name: string; waiting: number; minutes: number | null }>(sql`
    with open as (select distinct d.student_id, d.step_code from ${comers(ctx, batch.id)} x join welcome_step_state d on d.tenant_id = ${me.tenantId} and d.batch_id = ${batch.id}::uuid
        and d.student_id = x.student_id and (d.state in ('open', 'submitted', 'returned') or d.state in ('done', 'waived') and d.at > ${now}::timestamptz)
        join welcome_step p on p.tenant_id = d.tenant_id and p.batch_id = d.batch_id and p.code = d.step_code and p.phase = 'site' where x.arrived_at is not null)
    select w.name, (select count(distinct o.student_id)::int from open o where w.step_codes ? o.step_code) as waiting, round(l.minutes)::int as minutes
    from welcome_point w left join lateral (select percentile_cont(0.5) within group (order by extract(epoch from c.at - b.at)::float8 / 60) as minutes
        from (select at, student_id from welcome_scan where tenant_id = w.tenant_id and point_id = w.id and kind = 'done' and at <= ${now}::timestamptz order by at desc limit ${LAST_SCANS}) c
        join lateral (select max(e.at) as at from welcome_scan e where e.tenant_id = w.tenant_id and e.student_id = c.student_id and e.batch_id = w.batch_id and e.kind = 'done' and e.at < c.at) b on b.at is not null) l on true
    where w.tenant_id = ${me.tenantId} and w.batch_id = ${batch.id}::uuid and w.is_open order by 2 desc, w.name limit ${MOST_POINTS}`)
  return { points: found }
})
const fees = computeMeasure(wallFees, async ctx => {
  const batch = await shownBatch(ctx)
  if (!batch) return { expected: 0, covered: 0, green: 0 }
  const [row] = await ctx.db.query<{ expected: number; covered: number; green: number }>(sql`select count(*)::int as expected,
      count(*) filter (where exists (select from welcome_step_state d join welcome_step p on p.tenant_id = d.tenant_id and p.batch_id = d.batch_id and p.code = d.step_code and p.auto_source = 'fee'
        where d.tenant_id = ${ctx.me.tenantId} and d.batch_id = ${batch.id}::uuid and d.student_id = x.student_id and d.state in ('done', 'waived')
          and (d.at is null or d.at <= ${ctx.now.toISOString()}::timestamptz)))::int as covered,
      count(*) filter (where exists (select from green_channel g where g.tenant_id = ${ctx.me.tenantId} and g.student_id = x.student_id and g.state = 'approved'))::int as green
    from ${comers(ctx, batch.id)} x`)
  return { expected: row?.expected ?? 0, covered: row?.covered ?? 0, green: row?.green ?? 0 }
})
export default [steps, points, fees]
