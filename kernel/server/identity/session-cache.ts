import type { Principal } from '../context.ts'
import type { SessionEntry } from './deps.ts'

/** A session as it is kept, with the principal it was made for. */
export interface Kept {
  entry: SessionEntry
  base: Principal
}

/** Sessions in memory by token key, the least lately used ones falling out; also found by session, to be dropped. */
export class SessionCache {
  private readonly kept = new Map<string, Kept>()
  private readonly keysOf = new Map<string, Set<string>>()
  private readonly most: number
  /** Grows with each drop: what was being read from the database meanwhile may be old and is not kept. */
  generation = 0
  constructor(most = 20_000) {
    this.most = most
  }
  get size(): number {
    return this.kept.size
  }
  get(key: string): Kept | undefined {
    const found = this.kept.get(key)
    if (!found) return undefined
    this.kept.delete(key)
    if (found.entry.expiresAt <= Date.now()) {
      this.forgetKey(key, found)
      return undefined
    }
    this.kept.set(key, found)
    return found
  }
  put(key: string, kept: Kept): void {
    this.remove(key)
    this.kept.set(key, kept)
    const keys = this.keysOf.get(kept.entry.sessionId) ?? new Set()
    this.keysOf.set(kept.entry.sessionId, keys.add(key))
    if (this.kept.size > this.most) this.remove(this.kept.keys().next().value as string)
  }
  drop(sessionIds: readonly string[]): void {
    this.generation++
    for (const id of sessionIds) for (const key of [...(this.keysOf.get(id) ?? [])]) this.remove(key)
  }
  clear(): void {
    this.generation++
    this.kept.clear()
    this.keysOf.clear()
  }
  private remove(key: string): void {
    const found = this.kept.get(key)
    if (!found) return
    this.kept.delete(key)
    this.forgetKey(key, found)
  }
  private forgetKey(key: string, { entry }: Kept): void {
    const keys = this.keysOf.get(entry.sessionId)
    keys?.delete(key)
    if (!keys?.size) this.keysOf.delete(entry.sessionId)
  }
}
