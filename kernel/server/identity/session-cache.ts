import { LRUCache } from 'lru-cache'
import type { Principal } from '../context.ts'
import type { SessionEntry } from './deps.ts'

/** A cached session and the principal its entry was built from. */
export interface CachedSession {
  entry: SessionEntry
  base: Principal
}

/** LRU cache of sessions by token key, with an index by session id for invalidation. */
export class SessionCache {
  private readonly cache: LRUCache<string, CachedSession>
  private readonly keysOf = new Map<string, Set<string>>()
  /** Incremented by each invalidation: a row loaded across one may be stale and is not cached. */
  generation = 0
  constructor(most = 20_000) {
    this.cache = new LRUCache({ max: most, dispose: ({ entry }, key) => this.forgetKey(key, entry.sessionId) })
  }
  get size(): number {
    return this.cache.size
  }
  get(key: string): CachedSession | undefined {
    const found = this.cache.get(key)
    if (!found || found.entry.expiresAt > Date.now()) return found
    this.cache.delete(key)
    return undefined
  }
  put(key: string, session: CachedSession): void {
    this.cache.set(key, session)
    // `set` may have disposed of the previous entry and its index
    const keys = this.keysOf.get(session.entry.sessionId) ?? new Set()
    this.keysOf.set(session.entry.sessionId, keys.add(key))
  }
  drop(sessionIds: readonly string[]): void {
    this.generation++
    for (const id of sessionIds) for (const key of [...(this.keysOf.get(id) ?? [])]) this.cache.delete(key)
  }
  clear(): void {
    this.generation++
    this.cache.clear()
    this.keysOf.clear()
  }
  private forgetKey(key: string, sessionId: string): void {
    const keys = this.keysOf.get(sessionId)
    keys?.delete(key)
    if (!keys?.size) this.keysOf.delete(sessionId)
  }
}
