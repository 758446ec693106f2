import sql from 'sql-template-tag'
import type { Db } from '../context.ts'
import { fileRefusal } from './kinds.ts'

export const GB = 1024 ** 3
const KEEP_MS = 60_000
/** Bytes and objects used per store of the school, deduplicated objects counted once. Empty stores are missing. */
export async function usedIn(db: Db, names: readonly string[]): Promise<Map<string, { bytes: number; count: number }>> {
  const rows = await db.query<{ name: string; bytes: number; count: number }>(sql`
    select bucket_name as name, sum(size)::bigint as bytes, count(*)::int as count from (select distinct on (bucket_name, object_key) bucket_name, object_key, size from attachment
      where tenant_id = ${db.me.tenantId} and bucket_name = any(${[...names]}::text[])) o group by 1`)
  return new Map(rows.map(r => [r.name, { bytes: Number(r.bytes), count: r.count }]))
}
/** Usage of stores with a quota: measured once a minute, plus what this process added since. */
export class Room {
  private readonly cache = new Map<string, { bytes: Promise<number>; until: number }>()
  /** Reserves `size` bytes or refuses. Usage by other processes is noticed within a minute. */
  async take(db: Db, { name, quotaGb }: { name: string; quotaGb: number | null }, size: number): Promise<void> {
    if (!quotaGb) return
    const key = `${db.me.tenantId} ${name}`
    const known = this.cache.get(key)
    const place = known && known.until > Date.now() ? known : { bytes: usedIn(db, [name]).then(used => used.get(name)?.bytes ?? 0), until: Date.now() + KEEP_MS }
    this.cache.set(key, place)
    place.bytes.catch(() => this.cache.delete(key))
    const bytes = await place.bytes
    if (bytes + size > quotaGb * GB) throw fileRefusal('storeFull', { name, quota: quotaGb })
    place.bytes = Promise.resolve(bytes + size)
  }
}
