import { LRUCache } from 'lru-cache'
import type { Entity } from '#model'
import type { Notifier } from './notify.ts'

const CHANNEL = 'ql_cache'
/** Rows in memory over all schools and entities, at about half a kilobyte each; beyond it the entities of schools that were asked for longest ago are read again. */
const MOST_ROWS = 250_000
/** Rows of small entities in memory, by tenant, dropped in every process when one of them changes. */
export class RowCache {
  /** Loads under way and done; `arrived` says which of them stay. */
  private readonly kept = new Map<string, Promise<ReadonlyMap<string, unknown>>>()
  /** What of it has arrived, for those who must not wait. */
  private readonly arrived: LRUCache<string, ReadonlyMap<string, unknown>>
  private readonly watchers: Array<(tenantId: string, entity: string) => void> = []
  /** Grows with each drop in a tenant, so that what was derived from cached rows knows it is stale. */
  private readonly generations = new Map<string, number>()

  constructor(notifier: Notifier, mostRows = MOST_ROWS) {
    this.arrived = new LRUCache({ maxSize: mostRows, sizeCalculation: rows => rows.size + 1, dispose: (_, key, reason) => reason === 'evict' && this.kept.delete(key) })
    notifier.listen(CHANNEL, payload => {
      const [tenantId, entity] = payload.split(':') as [string, string]
      this.drop(tenantId, entity)
    })
    notifier.onReconnect(() => {
      const tenants = new Set([...this.kept.keys()].map(k => k.split(':')[0] as string))
      this.kept.clear()
      this.arrived.clear()
      for (const t of tenants) this.bump(t, '*')
    })
  }
  get channel(): string {
    return CHANNEL
  }
  all<T>(tenantId: string, e: Entity, load: () => Promise<ReadonlyMap<string, T>>): Promise<ReadonlyMap<string, T>> {
    const key = `${tenantId}:${e.name}`
    const found = this.kept.get(key)
    if (found) {
      this.arrived.get(key) // counts as a use
      return found as Promise<ReadonlyMap<string, T>>
    }
    const loading = load()
    this.kept.set(key, loading)
    loading.then(
      rows => this.kept.get(key) === loading && this.keep(key, rows),
      () => this.kept.delete(key),
    )
    return loading
  }
  /** More rows than all that may be kept are read each time. */
  private keep(key: string, rows: ReadonlyMap<string, unknown>): void {
    this.arrived.set(key, rows)
    if (!this.arrived.has(key)) this.kept.delete(key)
  }
  /** Entities of schools that are in memory. */
  get size(): number {
    return this.kept.size
  }
  peek(tenantId: string, e: Entity): ReadonlyMap<string, unknown> | undefined {
    return this.arrived.get(`${tenantId}:${e.name}`)
  }
  /** For a transaction: it holds a connection, so it may not wait for a load that waits for one. What is not here it loads over its own. */
  async now<T>(tenantId: string, e: Entity, load: () => Promise<ReadonlyMap<string, T>>): Promise<ReadonlyMap<string, T>> {
    const key = `${tenantId}:${e.name}`
    const found = this.arrived.get(key)
    if (found) return found as ReadonlyMap<string, T>
    const generation = this.generation(tenantId)
    const rows = await load()
    if (generation === this.generation(tenantId) && !this.arrived.has(key)) {
      this.kept.set(key, Promise.resolve(rows))
      this.keep(key, rows)
    }
    return rows
  }
  drop(tenantId: string, entity: string): void {
    this.kept.delete(`${tenantId}:${entity}`)
    this.arrived.delete(`${tenantId}:${entity}`)
    this.bump(tenantId, entity)
  }
  private bump(tenantId: string, entity: string): void {
    this.generations.set(tenantId, this.generation(tenantId) + 1)
    for (const watcher of this.watchers) watcher(tenantId, entity)
  }
  generation(tenantId: string): number {
    return this.generations.get(tenantId) ?? 0
  }
  onDrop(watcher: (tenantId: string, entity: string) => void): void {
    this.watchers.push(watcher)
  }
}
