import sql from 'sql-template-tag'
import { HOUR_MS } from '#model/days.ts'
import { addDays } from '#modules/campus/model/days.ts'
import type { Db } from '#server/context.ts'
import { queueWorker } from '#server/jobs/queue-worker.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { nightAt } from '../../places/model/night.ts'
import { dormBuilding } from '../../places/model/places.ts'
import { accessEvent } from '../model/access-event.ts'
import { TOUCHED } from './dirty-nights.ts'
import { escalate } from './escalate.ts'
import { judgeNight, recordedHours } from './judge-nights.ts'
import { noticeSilence } from './notice-silence.ts'
import { accessSettings } from './settings.ts'
import { tellOvertime } from './visitors.ts'

const AT_ONCE = 2000
/** How long after its time a missed step is still executed. */
const STEP_HOURS = 36
type Step = 'cutOff' | 'gateOpening'

/**
 * 20-DA4: preliminary evaluation at cut-off, final at gate opening; each building once across processes. A step is marked in the transaction that executes it, so
 * that after a crash another process repeats it.
 */
export async function evaluateDue(db: Db, now = Date.now()): Promise<number> {
  const due = await dueSteps(db, now)
  let changed = 0
  for (const [night, steps] of Map.groupBy(due, s => s.night))
    changed += await db.tx(async tx => {
      const dormIds = await take(tx, steps)
      return dormIds.length ? judgeNight(tx, { night, dormIds }, new Date(now).toISOString()) : 0
    })
  return changed
}
interface Due {
  night: string
  dormId: string
  step: Step
}
/** Buildings with a due step, for tonight and the previous night. */
async function dueSteps(db: Db, now: number): Promise<Due[]> {
  const tonight = nightAt(new Date(now).toISOString())
  const steps: Due[] = []
  for (const dorm of (await db.cached(dormBuilding)).values())
    for (const night of [addDays(tonight, -1), tonight]) {
      const hours = await recordedHours(db, dorm.id, night)
      for (const step of ['cutOff', 'gateOpening'] as const) if (hours && isDue(hours[step], now)) steps.push({ night, dormId: dorm.id, step })
    }
  return steps
}
/** Claims due steps by inserting their keys: a concurrent process waits on the unique index and gets none. */
async function take(db: Db, steps: readonly Due[]): Promise<string[]> {
  const taken = await db.query<{ dormId: string }>(sql`insert into access_judged (tenant_id, night_date, dorm_id, step)
    select ${db.me.tenantId}::uuid, x.night, x."dormId", x.step from jsonb_to_recordset(${JSON.stringify(steps)}::jsonb) x(night date, "dormId" uuid, step text) order by 3, 4
    on conflict do nothing returning dorm_id as "dormId"`)
  return [...new Set(taken.map(t => t.dormId))]
}
const isDue = (moment: string, now: number): boolean => Date.parse(moment) <= now && Date.parse(moment) > now - STEP_HOURS * HOUR_MS
/** Takes some queued students and re-evaluates their nights; processes never take the same ones. */
export async function evaluateChanged(db: Db, now = new Date().toISOString()): Promise<boolean> {
  return db.tx(async tx => {
    const taken = await tx.query<{ night: string; studentId: string }>(sql`delete from access_touched where tenant_id = ${db.me.tenantId} and (night_date, student_id) in
        (select night_date, student_id from access_touched where tenant_id = ${db.me.tenantId} order by night_date, student_id limit ${AT_ONCE} for update skip locked)
      returning night_date::text as night, student_id as "studentId"`)
    for (const [night, those] of Map.groupBy(taken, t => t.night)) await judgeNight(tx, { night, studentIds: those.map(t => t.studentId) }, now)
    return taken.length === AT_ONCE
  })
}
/** Retention: deletes old passages in batches of some thousand, to keep locks short. Night results stay. */
export async function forgetPassages(db: Db): Promise<number> {
  const { accessKeepDays } = await accessSettings(db)
  let gone = 0
  for (;;) {
    const old = sql`select id from access_event where tenant_id = ${db.me.tenantId} and event_at < now() - make_interval(days => ${accessKeepDays}) order by event_at limit ${AT_ONCE * 5}`
    const rows = await db.removeWhere(accessEvent, sql`t.id = any(array(${old}))`, { history: false })
    gone += rows.length
    if (rows.length < AT_ONCE * 5) break
  }
  await db.query(sql`delete from access_judged where tenant_id = ${db.me.tenantId} and night_date < current_date - 10`)
  return gone
}
/** Due work: a gate that keeps records, remaining data of one that did, or overdue visitors. */
const DUE = `select from dorm_building where tenant_id = $1 and is_enabled and gate_mode = 'events'
  union all select from access_device where tenant_id = $1
  union all select from access_alert where tenant_id = $1 and state = 'open' and escalated_at is null and night_date >= current_date - 7
  union all ${tellOvertime.candidates}`
export default [
  queueWorker(TOUCHED, 'select from access_touched where tenant_id = $1', db => evaluateChanged(db)),
  scheduledJob(
    'dormitory.accessClock',
    '门禁提醒、设备失联和访客超时',
    '*/5 * * * *',
    async db => (await evaluateDue(db)) + (await noticeSilence(db)) + (await escalate(db)) + (await tellOvertime(db)),
    { isWhole: false, due: DUE },
  ),
  scheduledJob('dormitory.accessKeep', '清理过期通行记录', '40 3 * * *', forgetPassages, { isWhole: false }),
]
