import { LRUCache } from 'lru-cache'
import type { Principal } from '../context.ts'

interface Cached {
  until: number
  value: Promise<unknown>
}
const MOST_CACHED = 5_000
const cache = new LRUCache<string, Cached>({ max: MOST_CACHED })

/** Users with scope `all` share a cache entry; everybody else has their own. */
const audience = (me: Principal, permission: string): string => {
  const reaches = me.permissions.get(permission) ?? []
  return reaches.some(r => r.scope === 'all') ? 'all' : `${me.userId} ${JSON.stringify(reaches)}`
}
/** 60-BS5: caches figures for some seconds, so that fifty big screens cost what one costs. Cached per process; two processes may differ by as many seconds. */
export function memoizeFor<T>(me: Principal, permission: string, name: string, seconds: number, work: () => Promise<T>): Promise<T> {
  const now = Date.now()
  const key = [me.tenantId, name, audience(me, permission)].join(' ')
  const known = cache.get(key)
  if (known && known.until > now) return known.value as Promise<T>
  const value = work()
  cache.set(key, { until: now + seconds * 1000, value })
  value.catch(() => cache.delete(key))
  return value
}
