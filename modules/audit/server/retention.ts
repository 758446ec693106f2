import sql from 'sql-template-tag'
import { setting } from '#modules/system/server/api.ts'
import type { Db } from '#server/context.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { errorLog } from '../model/logs.ts'

/** Deletes logs past their retention. A database function enforces the minimum of half a year. */
export async function forgetOld(db: Db): Promise<number> {
  const days = await setting<number>(db, 'audit', 'keepDays')
  const rows = await db.query<{ gone: number }>(sql`select forget_logs(${db.me.tenantId}, now() - make_interval(days => ${days}))::int as gone`)
  await db.removeWhere(errorLog, sql`last_at < now() - interval '180 days'`, { history: false })
  await db.query(sql`delete from api_day where tenant_id = ${db.me.tenantId} and day < current_date - 400`)
  await db.query(sql`delete from api_client_day where tenant_id = ${db.me.tenantId} and day < current_date - 400`)
  return rows[0]?.gone ?? 0
}
export default scheduledJob('audit.retention', '清理过期日志', '15 4 * * *', forgetOld)
