import sql from 'sql-template-tag'
import { schoolInstant } from '#model/school-time.ts'
import { campus } from '#modules/campus/model/places.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { computeMeasure } from '#server/measures/compute-measure.ts'
import { type ALERT_TYPES, accessAlert, type alertStates, EVERYBODYS_TYPES } from '../../access/model/access-alert.ts'
import { accessDevice, accessEvent } from '../../access/model/access-event.ts'
import { isSilent } from '../../access/model/rules.ts'
import { accessSettings } from '../../access/server/api.ts'
import { dormBuilding } from '../../places/model/places.ts'
import { screenAlerts, screenDevices, screenFlow } from '../model/measures.ts'
import { dormNames } from './dorm-names.ts'

const STEP_MS = 600_000
const STEPS = 144
const MOST_ALERTS = 10
/** 20-DA7: whether a door was silent at a moment for longer than the setting; unknown for doors heard of since. */
async function silenceAt(db: Db, now: Date): Promise<(door: Pick<Door, 'lastSeenAt'>) => boolean> {
  const { deviceSilentMinutes } = await accessSettings(db)
  return ({ lastSeenAt }) => isSilent(lastSeenAt, now.getTime(), deviceSilentMinutes)
}

interface Door {
  dormId: string | null
  direction: 'in' | 'out' | 'both'
  lastSeenAt: string | null
}
/** Enabled doors, without their secrets. */
async function doors(db: Db): Promise<Door[]> {
  const rows = await db.query<{ dormId: string | null; direction: Door['direction']; at: string | null }>(
    sql`select dorm_id as "dormId", direction, last_seen_at as at from ${db.visible(accessDevice).rows()} d where is_enabled`,
  )
  return rows.map(r => ({ dormId: r.dormId, direction: r.direction, lastSeenAt: r.at ? new Date(r.at).toISOString() : null }))
}
const flow = computeMeasure(screenFlow, async ({ db, now }) => {
  // steps end on multiples of ten of the clock; the last one is incomplete
  const until = Math.ceil((now.getTime() + 1) / STEP_MS) * STEP_MS
  const from = new Date(until - STEPS * STEP_MS).toISOString()
  const rows = await db.query<{
    step: number
    direction: 'in' | 'out'
    count: number
  }>(sql`select (extract(epoch from at - ${from}::timestamptz) / ${STEP_MS / 1000})::int as step, direction, count
    from (select date_bin(make_interval(secs => ${STEP_MS / 1000}), event_at, ${from}::timestamptz) as at, direction, count(*)::int as count from ${db.visible(accessEvent).rows()} e
      where event_at >= ${from}::timestamptz and event_at <= ${now.toISOString()}::timestamptz and quarantine is null group by 1, 2) steps`)
  const lines = { in: Array<number>(STEPS).fill(0), out: Array<number>(STEPS).fill(0) }
  for (const { step, direction, count } of rows) lines[direction][step] = count
  const silent = (await doors(db)).filter(await silenceAt(db, now))
  return { from, ...lines, silentIn: silentSince(silent, 'in', from), silentOut: silentSince(silent, 'out', from) }
})
/** Since when the first door recording a direction is silent. Doors silent before the displayed range are ignored; active doors are counted separately. */
function silentSince(silent: readonly Door[], direction: 'in' | 'out', from: string): string | null {
  const since = silent.flatMap(d => (d.lastSeenAt && (d.direction === direction || d.direction === 'both') ? [Date.parse(d.lastSeenAt)] : [])).filter(at => at >= Date.parse(from))
  return since.length ? new Date(Math.min(...since)).toISOString() : null
}
interface Alert {
  type: keyof typeof ALERT_TYPES
  dormId: string | null
  at: string
  state: keyof typeof alertStates.labels
}
/** 20-DA5: 长时间未出楼 is never shown on a big screen. */
const alerts = computeMeasure(screenAlerts, async ({ db, now }) => {
  const types = [...EVERYBODYS_TYPES]
  const rows = db.visible(accessAlert).rows()
  const last = await db.query<Alert>(sql`select type, dorm_id as "dormId", opened_at as at, state from ${rows} a
    where opened_at <= ${now.toISOString()}::timestamptz and type = any(${types}::text[]) order by opened_at desc limit ${MOST_ALERTS}`)
  const [sum] = await db.query<{ count: number }>(sql`select count(*)::int as count from ${rows} a
    where opened_at >= ${schoolInstant(today(now))}::timestamptz and opened_at <= ${now.toISOString()}::timestamptz and type = any(${types}::text[])`)
  const name = await dormNames(db, true)
  return { today: sum?.count ?? 0, alerts: last.map(a => ({ type: a.type, dorm: a.dormId ? name(a.dormId) : null, at: new Date(a.at).toISOString(), state: a.state })) }
})
const GATE = '校门'
const devices = computeMeasure(screenDevices, async ({ db, now }) => {
  const [all, isMute] = [await doors(db), await silenceAt(db, now)]
  const [dorms, campuses] = [await db.cached(dormBuilding), await db.cached(campus)]
  const placeOf = (dormId: string | null): string => (dormId ? (campuses.get(dorms.get(dormId)?.campusId ?? '')?.name ?? '') : GATE)
  const places = [...Map.groupBy(all, d => placeOf(d.dormId))].map(([name, own]) => ({ name, enabled: own.length, online: own.filter(d => !isMute(d)).length }))
  const last = (name: string): number => (name === GATE ? 1 : 0)
  places.sort((a, b) => last(a.name) - last(b.name) || a.name.localeCompare(b.name, 'zh'))
  return { enabled: all.length, online: places.reduce((sum, p) => sum + p.online, 0), places }
})
export default [flow, alerts, devices]
