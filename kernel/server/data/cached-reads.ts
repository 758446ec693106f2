import type { Entity, Row } from '#model'
import type { Core } from './core.ts'
import { loadParams, PARAMS, type StoredParams } from './stored-params.ts'
import type { Transaction } from './transaction.ts'

type Plain = Record<string, unknown>
type AllRows<E extends Entity> = ReadonlyMap<string, Row<E>>
/** How rows are loaded on a cache miss: through the gate itself. */
interface Source {
  load<E extends Entity>(of: E): Promise<AllRows<E>>
  query: Parameters<typeof loadParams>[1]
}
/** Cached rows and parameters of a school; a transaction that has written some reads its own version. */
export class CachedReads {
  private readonly core: Core
  private readonly tenantId: string
  private readonly running: Transaction | undefined
  private readonly source: Source
  constructor(core: Core, tenantId: string, running: Transaction | undefined, source: Source) {
    this.core = core
    this.tenantId = tenantId
    this.running = running
    this.source = source
  }
  async all<E extends Entity>(of: E): Promise<AllRows<E>> {
    const load = () => this.source.load(of)
    if (this.running?.invalidations.has(of.name)) return this.ownRows(this.running, of)
    return this.running ? this.core.cache.now(this.tenantId, of, load) : this.core.cache.all(this.tenantId, of, load)
  }
  /** Uncommitted rows never enter the shared cache: kept per transaction and reloaded after its next write. */
  private ownRows<E extends Entity>(running: Transaction, of: E): Promise<AllRows<E>> {
    const known = running.own.get(of.name) ?? this.source.load(of)
    running.own.set(of.name, known)
    return known as Promise<AllRows<E>>
  }
  /** Cached rows if already loaded, without waiting. */
  held(of: Entity): ReadonlyMap<string, Plain> | undefined {
    return this.running?.invalidations.has(of.name) ? undefined : (this.core.cache.peek(this.tenantId, of) as ReadonlyMap<string, Plain> | undefined)
  }
  params(): Promise<StoredParams> {
    const load = () => loadParams(this.tenantId, this.source.query, this.core.cipher)
    if (this.running?.invalidations.has(PARAMS.name)) return load()
    return this.running ? this.core.cache.now(this.tenantId, PARAMS, load) : this.core.cache.all(this.tenantId, PARAMS, load)
  }
}
