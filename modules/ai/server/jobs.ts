import sql from 'sql-template-tag'
import { addDays } from '#model/days.ts'
import { setting } from '#modules/system/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { aiCall } from '../model/call.ts'
import { aiTestRun } from '../model/test-run.ts'

/** Counters of a day are needed on that day only. */
const COUNTER_DAYS = 2
/** Removes calls, counters, sums and replaced runs of the test set that are past their time, and what calls of dead processes had set aside. */
export async function forgetCalls(db: Db): Promise<number> {
  const days = await setting<number>(db, 'ai', 'keepDays')
  const { tenantId } = db.me
  await db.query(sql`delete from ai_daily where tenant_id = ${tenantId} and day < ${addDays(today(), -COUNTER_DAYS)}::date`)
  await db.query(sql`delete from ai_reservation where tenant_id = ${tenantId} and expires_at < now()`)
  await db.query(sql`delete from ai_spend where tenant_id = ${tenantId} and begins_on < ${addDays(today(), -days - 31)}::date`)
  await db.removeWhere(aiTestRun, sql`state = 'past' and updated_at < now() - make_interval(days => ${days})`, { history: false })
  return (await db.removeWhere(aiCall, sql`at < now() - make_interval(days => ${days})`, { history: false })).length
}
export default scheduledJob('ai.forget', 'AI 调用记录到期', '40 3 * * *', forgetCalls)
