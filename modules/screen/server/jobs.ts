import sql from 'sql-template-tag'
import { DAY_MS } from '#model/days.ts'
import { isWithinHours } from '#model/hours.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { type Notification, notify } from '#server/notifications/notify.ts'
import { screenDevice } from '../model/device.ts'
import { SCREEN_MESSAGES } from '../model/messages.ts'
import type { Device } from './keys.ts'

const SILENT_MINUTES = 30
const SOON_DAYS = 14
const about = (device: Device, values: NonNullable<Notification['values']>): Notification => ({
  to: device.createdBy ? [device.createdBy] : [],
  values: { name: device.name, place: device.place, ...values },
  bizType: 'screenDevice',
  bizId: device.id,
  link: '/screen/devices',
})
/** Minutes since each device's last heartbeat, or since pairing. */
async function quiet(db: Db): Promise<Map<string, number>> {
  const rows = await db.query<{ id: string; minutes: number }>(sql`select d.id, floor(extract(epoch from now() - coalesce(b.seen_at, d.created_at)) / 60)::int as minutes
    from screen_device d left join screen_beat b on b.tenant_id = d.tenant_id and b.device_id = d.id where d.tenant_id = ${db.me.tenantId} and d.state in ('active', 'silent')`)
  return new Map(rows.map(r => [r.id, r.minutes]))
}
/** Updates device states: silent, back, expiring, expired. Idempotent. */
export async function watchDevices(db: Db, now = new Date()): Promise<number> {
  const minutes = await quiet(db)
  let changes = 0
  for (const device of (await db.cached(screenDevice)).values()) {
    const away = minutes.get(device.id)
    const patch = away === undefined ? undefined : judged(device, away, now)
    if (!patch) continue
    changes++
    await db.update(screenDevice, device.id, patch)
    if (patch.state === 'silent') await notify(db, SCREEN_MESSAGES.deviceSilent, about(device, { minutes: away ?? 0 }))
    if (patch.expiryToldAt) await notify(db, SCREEN_MESSAGES.keyExpiring, about(device, { expiresAt: device.expiresAt }))
  }
  return changes
}
/** State change of a device whose last heartbeat was so many minutes ago. */
export function judged(device: Pick<Device, 'state' | 'expiresAt' | 'expiryToldAt' | 'darkFrom' | 'darkTo'>, away: number, now: Date): Partial<Device> | undefined {
  const day = today(now)
  if (device.expiresAt < day) return { state: 'expired' }
  const isAway = away >= SILENT_MINUTES
  if (isAway && device.state === 'active' && !isWithinHours(device.darkFrom, device.darkTo, now)) return { state: 'silent', silentToldAt: now.toISOString() }
  if (!isAway && device.state === 'silent') return { state: 'active' }
  if (!device.expiryToldAt && Date.parse(device.expiresAt) - Date.parse(day) <= SOON_DAYS * DAY_MS) return { expiryToldAt: now.toISOString() }
  return undefined
}
export default scheduledJob('screen.watch', '大屏失联和到期', '*/5 * * * *', db => watchDevices(db), {
  due: `select from screen_device where tenant_id = $1 and state in ('active', 'silent')`,
})
