import sql from 'sql-template-tag'
import { type Ctx, handle } from '#server/context.ts'
import { BOUNDS, within } from '#server/logs/api-usage.ts'
import { logStatistics } from '../model/actions.ts'
import { entityLabel } from './names.ts'

interface Counted {
  key: string
  count: number
}
const TOP = 15

export default handle(logStatistics, async (ctx, { days }) => {
  const { db } = ctx
  const tenantId = db.me.tenantId
  const since = sql`now() - make_interval(days => ${days ?? 30})`
  const failedByDay = await db.query<Counted>(
    sql`select to_char(at, 'YYYY-MM-DD') as key, count(*)::int as count from login_log where tenant_id = ${tenantId} and result <> 'success' and at > ${since} group by 1 order by 1`,
  )
  const failedByReason = await db.query<Counted>(
    sql`select coalesce(reason, '') as key, count(*)::int as count from login_log where tenant_id = ${tenantId} and result <> 'success' and at > ${since} group by 1 order by 2 desc limit ${TOP}`,
  )
  const changes = await db.query<Counted>(
    sql`select biz_type as key, count(*)::int as count from operation_log where tenant_id = ${tenantId} and at > ${since} group by 1 order by 2 desc limit ${TOP}`,
  )
  const errorsByRelease = await db.query<Counted>(
    sql`select release as key, sum(count)::int as count from error_log where tenant_id = ${tenantId} and last_at > ${since} group by 1 order by max(last_at) desc limit ${TOP}`,
  )
  const changesByEntity = changes.map(c => ({ key: entityLabel(ctx.lang, c.key), count: c.count }))
  return { failedByDay, failedByReason, changesByEntity, busiest: await busiest(ctx, days ?? 30), errorsByRelease }
})
async function busiest({ db, lang }: Ctx, days: number) {
  const rows = await db.query<{ path: string; calls: number; errors: number; slow: number[] }>(sql`
    select path, sum(calls)::int as calls, sum(errors)::int as errors, array(select sum(d2.slow[i])::int from generate_series(1, ${BOUNDS.length + 1}::int) i cross join api_day d2
      where d2.tenant_id = d.tenant_id and d2.path = d.path and d2.day > current_date - ${days}::int group by i order by i) as slow
    from api_day d where tenant_id = ${db.me.tenantId} and day > current_date - ${days}::int group by tenant_id, path order by 2 desc limit ${TOP}`)
  return rows.map(r => ({ path: r.path, name: entityLabel(lang, r.path.split('/')[3] ?? ''), calls: r.calls, errors: r.errors, p95: within(r.slow, 0.95) }))
}
