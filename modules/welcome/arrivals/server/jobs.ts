import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { arrivalPlan } from '../model/slot.ts'
import { settingsOf } from './settings.ts'

/** 30-WI2: plates are for the gate on the days of arrival, and deleted afterwards. */
export async function forgetPlates(db: Db, now = new Date().toISOString()): Promise<number> {
  const { 'plate.keepDays': days } = await settingsOf(db)
  const gone = await db.updateWhere(
    arrivalPlan,
    sql`t.plate is not null and s.tenant_id = t.tenant_id and s.id = t.slot_id and s."to" < ${now}::timestamptz - make_interval(days => ${days})`,
    { plate: null },
    { from: sql`arrival_slot s`, history: false },
  )
  return gone.length
}
export default scheduledJob('welcome.plates', '删除车牌', '40 3 * * *', db => forgetPlates(db), { due: `select from arrival_plan where tenant_id = $1 and plate is not null` })
