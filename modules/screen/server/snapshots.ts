import sql from 'sql-template-tag'
import type { Measure } from '#model'
import { HOUR_MS } from '#model/days.ts'
import { schoolInstant } from '#model/school-time.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { type Db, handle } from '#server/context.ts'
import type { Gate } from '#server/data/gate.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { MeasureAggregator } from '#server/measures/aggregator.ts'
import { keyViewer } from '#server/measures/viewer.ts'
import { snapshotHours } from '../model/snapshots.ts'
import { allScreens, screenNamed } from './declared-screens.ts'

const KEPT_YEARS = 10
export const hourOf = (at: number): string => new Date(Math.floor(at / HOUR_MS) * HOUR_MS).toISOString()

/** Keeps what every measure says of the whole school now, once an hour; a measure on several screens once. One that cannot be counted leaves a gap. Returns how many were kept. */
export async function keepHour(db: Db, now = new Date()): Promise<number> {
  const { tenantId } = db.me
  const core = (db as Gate).kernel
  const aggregator = new MeasureAggregator(core)
  const [hour, seen] = [hourOf(now.getTime()), new Set<Measure>()]
  for (const screen of allScreens()) {
    const viewer = keyViewer(tenantId, screen, { departmentIds: [], reveals: [] })
    for (const measure of aggregator.measuresOf(screen, viewer)) {
      if (seen.has(measure)) continue
      const counted = await aggregator.compute(measure, viewer, now).catch((error: unknown) => core.log.error({ err: error, measure: measure.code }, 'a measure could not be kept'))
      if (!counted) continue
      seen.add(measure)
      await db.query(sql`insert into measure_snapshot (tenant_id, code, hour, value) values (${tenantId}, ${measure.code}, ${hour}, ${counted.json}::jsonb) on conflict do nothing`)
    }
  }
  await db.query(sql`delete from measure_snapshot where tenant_id = ${tenantId} and hour < now() - make_interval(years => ${KEPT_YEARS})`)
  return seen.size
}
/** What measures said in the hour of a moment. */
export async function snapshotsAt(db: Db, measures: readonly Measure[], at: string): Promise<Array<{ code: string; at: number; json: string }>> {
  const hour = hourOf(Date.parse(at))
  const rows = await db.query<{ code: string; json: string }>(sql`select s.code, s.value::text as json from measure_snapshot s
    where s.tenant_id = ${db.me.tenantId} and s.hour = ${hour} and s.code = any(${measures.map(m => m.code)}::text[])`)
  return rows.map(({ code, json }) => ({ code, at: Date.parse(hour), json }))
}
export default [
  handle(snapshotHours, async ({ db, refuse }, { screen: code, day }) => {
    const screen = screenNamed(code)
    if (!screen) return refuse('unknownScreen', { screen: code }, 'screen')
    const rows = await db.query<{ at: string }>(sql`select distinct s.hour as at from measure_snapshot s where s.tenant_id = ${db.me.tenantId}
      and s.code = any(${screen.measures.map(m => m.code)}::text[]) and s.hour >= ${schoolInstant(day)} and s.hour < ${schoolInstant(addDays(day, 1))} order by 1`)
    return rows.map(({ at }) => ({ at: new Date(at).toISOString() }))
  }),
  scheduledJob('screen.snapshots', '大屏整点留存', '2 * * * *', db => keepHour(db), {
    // schools that hang screens; the rest would keep what nobody sees
    due: `select from screen_device where tenant_id = $1 and state in ('active', 'silent')`,
    isWhole: false,
    misfire: 'skip',
  }),
]
