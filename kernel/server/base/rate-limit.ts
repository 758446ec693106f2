import { isIP } from 'node:net'
import { LRUCache } from 'lru-cache'
import { Refusal } from '#model'
import { MINUTE_MS } from '#model/days.ts'

/** Keys counted at a time; the least recently used are evicted. `maxSize` and not `max`, for which the cache would allocate the memory at once. */
const MAX_KEYS = 50_000
interface Window {
  count: number
  endsAt: number
}
/** Rate limit per key with a fixed window, one minute unless told otherwise, counted in this process. Memory is bounded whatever keys callers make up. */
export class RateLimit {
  private readonly windowMs: number
  constructor(windowMs = MINUTE_MS) {
    this.windowMs = windowMs
  }
  private readonly windows = new LRUCache<string, Window>({ maxSize: MAX_KEYS, sizeCalculation: () => 1 })
  /** Counts one call of `key`; returns the seconds to wait if it has had `most` calls in this window, else 0. */
  take(key: string, most: number): number {
    const now = Date.now()
    const known = this.windows.get(key)
    const window = known && now < known.endsAt ? known : { count: 0, endsAt: now + this.windowMs }
    window.count += 1
    if (window !== known) this.windows.set(key, window)
    return window.count <= most ? 0 : Math.max(1, Math.ceil((window.endsAt - now) / 1000))
  }
}
/** 429 with the seconds to wait in `data.retryAfter` and the header `Retry-After`. */
export const tooManyCalls = (retryAfter: number): Refusal =>
  new Refusal(429, [{ rule: 'http.tooMany', text: '操作过于频繁，请 {retryAfter} 秒后再试', values: { retryAfter } }], { retryAfter })

/** Client address for rate limits. IPv6 is cut to the /64, which a single subscriber has. */
export function addressOf(ip: string): string {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '')
  if (isIP(plain) !== 6) return plain
  const [head = '', tail = ''] = plain.split('::')
  const before = head ? head.split(':') : []
  const after = tail ? tail.split(':') : []
  const missing = plain.includes('::') ? 8 - before.length - after.length : 0
  return [...before, ...Array<string>(Math.max(0, missing)).fill('0'), ...after].slice(0, 4).join(':')
}
