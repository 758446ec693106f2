import { LRUCache } from 'lru-cache'
import type { Principal } from '../context.ts'
import type { SessionEntry } from './deps.ts'

/** A cached session and the principal its entry was built from. */
export interface Kept {
  entry: SessionEntry
  base: Principal
}

/** LRU cache of sessions by token key, with an index by session id for invalidation. */
export class SessionCache {
  private readonly kept: LRUCache<string, Kept>
  private readonly keysOf = new Map<string, Set<string>>()
  /** Incremented by each invalidation: a row loaded across one may be stale and is not cached. */
  generation = 0
  constructor(most = 20_000) {
    this.kept = new LRUCache({ max: most, dispose: ({ entry }, key) => this.forgetKey(key, entry.sessionId) })
  }
  get size(): number {
    return this.kept.size
  }
  get(key: string): Kept | undefined {
    const found = this.kept.get(key)
    if (!found || found.entry.expiresAt > Date.now()) return found
    this.kept.delete(key)
    return undefined
  }
  put(key: string, kept: Kept): void {
    this.kept.set(key, kept)
    // `set` may have disposed of the previous entry and its index
    const keys = this.keysOf.get(kept.entry.sessionId) ?? new Set()
    this.keysOf.set(kept.entry.sessionId, keys.add(key))
  }
  drop(sessionIds: readonly string[]): void {
    this.generation++
    for (const id of sessionIds) for (const key of [...(this.keysOf.get(id) ?? [])]) this.kept.delete(key)
  }
  clear(): void {
    this.generation++
    this.kept.clear()
    this.keysOf.clear()
  }
  private forgetKey(key: string, sessionId: string): void {
    const keys = this.keysOf.get(sessionId)
    keys?.delete(key)
    if (!keys?.size) this.keysOf.delete(sessionId)
  }
}
