import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { notifyWorkers } from '#server/jobs/queue-worker.ts'
import { notifyEach } from '#server/notifications/notify.ts'
import { managersOf } from '../../stays/server/api.ts'
import { accessDevice } from '../model/access-event.ts'
import { ACCESS_MESSAGES } from '../model/messages.ts'
import { TOUCHED } from './dirty-nights.ts'
import { accessSettings } from './settings.ts'
import { type DeviceHealth, deviceHealth } from './silence.ts'

/** 20-DA7: when a device falls silent or recovers, re-evaluates the building's open alerts; its manager is notified of the silence once. */
export async function noticeSilence(db: Db, now = Date.now()): Promise<number> {
  const devices = await deviceHealth(db, now)
  const changed = await turned(db, devices)
  if (!changed.length) return 0
  await touchHouses(
    db,
    changed.flatMap(d => d.dormId ?? []),
  )
  await tellSilent(
    db,
    changed.filter(d => d.isSilent),
  )
  return changed.length
}
/** Devices whose state differs from the last one noticed. */
async function turned(db: Db, devices: readonly DeviceHealth[]): Promise<DeviceHealth[]> {
  const rows = await db.updateWhere(
    accessDevice,
    sql`t.id = x.id and (t.silent_since is not null) <> x."isSilent"`,
    { silentSince: sql`case when x."isSilent" then coalesce(t.last_seen_at, now()) end` },
    { from: sql`jsonb_to_recordset(${JSON.stringify(devices)}::jsonb) x(id uuid, "isSilent" bool)`, bookkeeping: true },
  )
  const ids = new Set(rows.map(r => r.id))
  return devices.filter(d => ids.has(d.id))
}
async function touchHouses(db: Db, dormIds: readonly string[]): Promise<void> {
  const rows = await db.query(sql`insert into access_touched (tenant_id, night_date, student_id) select tenant_id, night_date, student_id from access_alert
    where tenant_id = ${db.me.tenantId} and state in ('open', 'handling') and dorm_id = any(${[...dormIds]}::uuid[]) on conflict do nothing returning 1`)
  if (rows.length) await notifyWorkers(db, TOUCHED)
}
async function tellSilent(db: Db, devices: readonly DeviceHealth[]): Promise<void> {
  const { deviceSilentMinutes } = await accessSettings(db)
  const byDorm = Map.groupBy(devices, d => d.dormId ?? '')
  byDorm.delete('')
  const managers = await managersOf(db, [...byDorm.keys()])
  await notifyEach(
    db,
    ACCESS_MESSAGES.accessSilent,
    [...byDorm].map(([dormId, those]) => ({
      to: managers.get(dormId) ?? [],
      values: { names: those.map(d => d.name), minutes: deviceSilentMinutes },
      bizType: 'accessDevice',
      bizId: those[0]?.id ?? '',
      link: '/dormitory/access/devices',
    })),
  )
}
