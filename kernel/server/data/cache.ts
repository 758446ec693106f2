import { LRUCache } from 'lru-cache'
import type { Entity } from '#model'
import type { Notifier } from './notify.ts'

const CHANNEL = 'ql_cache'
/** Maximum cached rows over all schools and entities, about 0.5 kB each; beyond it the least recently used entities are evicted. */
const MOST_ROWS = 250_000
/** Process cache of small entities by tenant; a change invalidates the entity in every process. */
export class RowCache {
  /** Pending and completed loads; the LRU `arrived` decides which completed ones stay. */
  private readonly entries = new Map<string, Promise<ReadonlyMap<string, unknown>>>()
  /** Completed loads, for readers that must not wait. */
  private readonly arrived: LRUCache<string, ReadonlyMap<string, unknown>>
  private readonly watchers: Array<(tenantId: string, entity: string) => void> = []
  /** Incremented on each invalidation in a tenant; values derived from cached rows compare it to detect staleness. */
  private readonly generations = new Map<string, number>()

  constructor(notifier: Notifier, mostRows = MOST_ROWS) {
    this.arrived = new LRUCache({ maxSize: mostRows, sizeCalculation: rows => rows.size + 1, dispose: (_, key, reason) => reason === 'evict' && this.entries.delete(key) })
    notifier.listen(CHANNEL, payload => {
      const [tenantId, entity] = payload.split(':') as [string, string]
      this.drop(tenantId, entity)
    })
    notifier.onReconnect(() => {
      const tenants = new Set([...this.entries.keys()].map(k => k.split(':')[0] as string))
      this.entries.clear()
      this.arrived.clear()
      for (const t of tenants) this.bump(t, '*')
    })
  }
  get channel(): string {
    return CHANNEL
  }
  all<T>(tenantId: string, e: Entity, load: () => Promise<ReadonlyMap<string, T>>): Promise<ReadonlyMap<string, T>> {
    const key = `${tenantId}:${e.name}`
    const found = this.entries.get(key)
    if (found) {
      this.arrived.get(key) // refreshes its LRU position
      return found as Promise<ReadonlyMap<string, T>>
    }
    const loading = load()
    this.entries.set(key, loading)
    loading.then(
      rows => this.entries.get(key) === loading && this.keep(key, rows),
      () => this.entries.delete(key),
    )
    return loading
  }
  /** An entity larger than the whole cache is not cached and is read each time. */
  private keep(key: string, rows: ReadonlyMap<string, unknown>): void {
    this.arrived.set(key, rows)
    if (!this.arrived.has(key)) this.entries.delete(key)
  }
  /** Number of cached entities, counted per school. */
  get size(): number {
    return this.entries.size
  }
  peek(tenantId: string, e: Entity): ReadonlyMap<string, unknown> | undefined {
    return this.arrived.get(`${tenantId}:${e.name}`)
  }
  /** For a transaction: it holds a connection, so waiting for a load that needs another one could deadlock. Loads missing rows over its own. */
  async now<T>(tenantId: string, e: Entity, load: () => Promise<ReadonlyMap<string, T>>): Promise<ReadonlyMap<string, T>> {
    const key = `${tenantId}:${e.name}`
    const found = this.arrived.get(key)
    if (found) return found as ReadonlyMap<string, T>
    const generation = this.generation(tenantId)
    const rows = await load()
    if (generation === this.generation(tenantId) && !this.arrived.has(key)) {
      this.entries.set(key, Promise.resolve(rows))
      this.keep(key, rows)
    }
    return rows
  }
  drop(tenantId: string, entity: string): void {
    this.entries.delete(`${tenantId}:${entity}`)
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
