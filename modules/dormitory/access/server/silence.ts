import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { isSilent } from '../model/rules.ts'
import { accessSettings } from './settings.ts'

export interface DeviceHealth {
  id: string
  code: string
  name: string
  dormId: string | null
  direction: 'in' | 'out' | 'both'
  lastSeenAt: string | null
  isSilent: boolean
}
/** Enabled devices with last-seen time. A few dozen rows, not cached: heartbeats bypass the change history. */
export async function deviceHealth(db: Db, now = Date.now()): Promise<DeviceHealth[]> {
  const { deviceSilentMinutes } = await accessSettings(db)
  const rows = await db.query<Omit<DeviceHealth, 'isSilent'>>(
    sql`select id, code, name, dorm_id as "dormId", direction, last_seen_at as "lastSeenAt" from access_device where tenant_id = ${db.me.tenantId} and is_enabled order by code`,
  )
  return rows.map(d => ({ ...d, isSilent: isSilent(d.lastSeenAt, now, deviceSilentMinutes) }))
}
/** Buildings whose doors record both directions. */
export function bothWays(devices: readonly DeviceHealth[]): ReadonlySet<string> {
  const byDorm = Map.groupBy(devices, d => d.dormId ?? '')
  byDorm.delete('')
  const has = (of: readonly DeviceHealth[], direction: 'in' | 'out'): boolean => of.some(d => d.direction === 'both' || d.direction === direction)
  return new Set([...byDorm].filter(([, of]) => has(of, 'in') && has(of, 'out')).map(([id]) => id))
}
/** Buildings with a door that is silent at a moment. */
export const silentDorms = async (db: Db, now = Date.now()): Promise<ReadonlySet<string>> =>
  new Set((await deviceHealth(db, now)).flatMap(d => (d.isSilent && d.dormId ? [d.dormId] : [])))
/** Buildings whose doors record both directions, none of them silent at a moment: that there is no record means that nobody has passed. */
export async function recordingDorms(db: Db, now = Date.now()): Promise<ReadonlySet<string>> {
  const devices = await deviceHealth(db, now)
  const silent = new Set(devices.filter(d => d.isSilent).map(d => d.dormId))
  return new Set([...bothWays(devices)].filter(id => !silent.has(id)))
}
