import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { type Ctx, compute } from '#server/context.ts'
import { screenDevice } from '../model/device.ts'
import { screenNamed } from './declared-screens.ts'

export interface Beat {
  deviceId: string
  screen: string
  size: string
}
/** Writes heartbeats of these devices in one statement. */
export async function keepBeats(db: Db, beats: readonly Beat[]): Promise<void> {
  if (!beats.length) return
  const last = [...new Map(beats.map(b => [b.deviceId, b])).values()]
  await db.query(sql`insert into screen_beat (tenant_id, device_id, seen_at, screen, size)
    select ${db.me.tenantId}, d."deviceId", now(), d.screen, d.size from jsonb_to_recordset(${JSON.stringify(last)}::jsonb) d("deviceId" uuid, screen text, size text)
    on conflict (tenant_id, device_id) do update set seen_at = now(), screen = excluded.screen, size = excluded.size`)
}
interface Seen {
  id: string
  at: string
  screen: string
  size: string | null
}
/** Last heartbeat of a device and the screen it showed. */
export default compute(screenDevice, ['lastSeenAt', 'runs', 'window'], async ({ db }: Ctx, rows) => {
  const seen = await db.query<Seen>(
    sql`select device_id as id, seen_at as at, screen, size from screen_beat where tenant_id = ${db.me.tenantId} and device_id = any(${rows.map(r => r.id)}::uuid[])`,
  )
  const byId = new Map(seen.map(s => [s.id, s]))
  for (const row of rows) {
    const last = byId.get(row.id)
    Object.assign(row, {
      lastSeenAt: last ? new Date(last.at).toISOString() : null,
      runs: last ? (screenNamed(last.screen)?.title ?? last.screen) : null,
      window: last?.size || null,
    })
  }
})
