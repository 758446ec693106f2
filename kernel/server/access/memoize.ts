import { LRUCache } from 'lru-cache'
import type { Principal } from '../context.ts'

interface Kept {
  until: number
  value: Promise<unknown>
}
const MOST_KEPT = 5_000
const kept = new LRUCache<string, Kept>({ max: MOST_KEPT })

/** Users with scope `all` share a cache entry; everybody else has their own. */
const audience = (me: Principal, permission: string): string => {
  const reaches = me.permissions.get(permission) ?? []
  return reaches.some(r => r.scope === 'all') ? 'all' : `${me.userId} ${JSON.stringify(reaches)}`
}
/** 60-BS5: caches figures for some seconds, so that fifty big screens cost what one costs. Cached per process; two processes may differ by as many seconds. */
export function memoizeFor<T>(me: Principal, permission: string, name: string, seconds: number, work: () => Promise<T>): Promise<T> {
  const now = Date.now()
  const key = [me.tenantId, name, audience(me, permission)].join(' ')
  const known = kept.get(key)
  if (known && known.until > now) return known.value as Promise<T>
  const value = work()
  kept.set(key, { until: now + seconds * 1000, value })
  value.catch(() => kept.delete(key))
  return value
}
