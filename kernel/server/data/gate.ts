import sql, { raw, type Sql } from 'sql-template-tag'
import type { DraftOf, Entity, Row, StoredRow } from '#model'
import type { ExtensionPoint, Registration } from '../base/extension-point.ts'
import type { Db, LiveNews, Principal, Reach, Sealed } from '../context.ts'
import type { MatchOptions, Patch, RowKey, Rows, Where, WriteOptions, Written } from '../row-types.ts'
import { Bulk } from './bulk.ts'
import { CachedReads } from './cached-reads.ts'
import { ChangeFeed } from './change-feed.ts'
import { every } from './columns.ts'
import type { Call, Core } from './core.ts'
import { streamBatches } from './cursor.ts'
import { grantGuards } from './grant-guard.ts'
import type { Maker } from './new-rows.ts'
import { toRefusal } from './pg-errors.ts'
import { runFor } from './pool.ts'
import { enqueueRow, idByKey, insertRow, removeRow, updateRow } from './row-writes.ts'
import { ScopedRows } from './rows.ts'
import { type Ability, partialAbilities, permittedCondition, scopeCondition, scopeIds } from './scope.ts'
import { Transaction } from './transaction.ts'

type Plain = Record<string, unknown>
const EVERYTHING = sql`true`
const NOTHING: Readonly<Record<string, unknown>> = {}

/** Implementation of `Db`; one instance per call. */
export class Gate implements Db {
  readonly me: Principal
  private readonly core: Core
  private readonly call: Call
  private readonly running: Transaction | undefined
  private readonly news: ChangeFeed
  private readonly known: CachedReads

  constructor(core: Core, call: Call, running?: Transaction) {
    this.core = core
    this.call = call
    this.me = call.me
    this.running = running
    this.news = new ChangeFeed(core, call.me.tenantId, running)
    this.known = new CachedReads(core, call.me.tenantId, running, { load: of => this.load(of), query: statement => this.query(statement) })
  }
  visible<E extends Entity>(of: E): Rows<E> {
    return this.visibleFor(of, this.call.permission)
  }
  visibleFor<E extends Entity>(of: E, permission: string): Rows<E> {
    return new ScopedRows<E>(this, this.core, of, permittedCondition(of, this.me, permission, this.call.scopes))
  }
  /** Rows within the data scopes of both permissions. */
  visibleForBoth<E extends Entity>(of: E, permission: string, other: string): Rows<E> {
    const conditions = [permission, other].map(p => permittedCondition(of, this.me, p, this.call.scopes))
    return new ScopedRows<E>(this, this.core, of, every(conditions))
  }
  /** Verbs the caller may use on some, but not all, rows of their list. */
  partialAbilities(of: Entity): readonly Ability[] {
    return partialAbilities(of, this.me, this.call.scopes)
  }
  unscoped<E extends Entity>(of: E): Rows<E> {
    return new ScopedRows<E>(this, this.core, of, EVERYTHING)
  }

  async reachOf<E extends Entity>(of: E, person: Principal, reaches: readonly Reach[]): Promise<Rows<E>> {
    const who = { ...person, permissions: new Map([[this.call.permission, reaches]]) }
    const ids = await scopeIds(who, this.core.registry.scopeSources, new Gate(this.core, { ...this.call, me: who, scopes: new Map() }, this.running))
    return new ScopedRows<E>(this, this.core, of, scopeCondition(of, who, reaches, ids))
  }

  /** Runs one statement for the tenant, inside the transaction if there is one. */
  async query<T extends object = Plain>(statement: Pick<Sql, 'text' | 'values'>): Promise<T[]> {
    try {
      return await (this.running ? this.running.query<T>(statement.text, statement.values) : runFor<T>(this.core.pool, this.me.tenantId, statement))
    } catch (error) {
      throw toRefusal(error)
    }
  }
  async enqueue<T extends object = Plain>(statement: Pick<Sql, 'text' | 'values'>, onRows?: (rows: T[]) => void): Promise<void> {
    if (this.running) this.running.enqueue(statement.text, statement.values, onRows as (rows: object[]) => void)
    else {
      const rows = await this.query<T>(statement)
      onRows?.(rows)
    }
  }
  /** Queues a statement in the running transaction; it is sent in the round trip of the next one, or at once by `flush`. */
  queue<T extends object>(statement: Pick<Sql, 'text' | 'values'>): { rows: Promise<T[]>; flush(): void } {
    const { running } = this
    if (!running) throw new Error('only inside a transaction')
    return { rows: running.queue<T>(statement.text, statement.values), flush: () => running.flush() }
  }
  batches<T extends object>(statement: Pick<Sql, 'text' | 'values'>, size = 1000): AsyncGenerator<T[]> {
    return streamBatches<T>(this.core.pool, this.me.tenantId, statement, size)
  }
  async insert<E extends Entity>(of: E, draft: DraftOf<E> & Plain): Promise<Row<E>> {
    return (await insertRow(this, of, draft)) as Row<E>
  }
  insertOrSkip<E extends Entity>(of: E, draft: DraftOf<E> & Plain): Promise<Row<E> | undefined> {
    return insertRow(this, of, draft, { tail: raw('on conflict do nothing') }) as Promise<Row<E> | undefined>
  }
  /** Inserts a row and returns whether it lies within the data scope of `permission`. */
  async insertWithin(of: Entity, draft: Plain, permission: string): Promise<{ row: Row<Entity>; isWithin: boolean }> {
    const within = permittedCondition(of, this.me, permission, this.call.scopes)
    const row = (await insertRow(this, of, draft, { also: sql`, ${within} as "_within"` })) as Row<Entity> & Plain
    const isWithin = row._within === true
    row._within = undefined
    return { row, isWithin }
  }
  /** Whether the caller's data scope for a permission is unrestricted. */
  reachesAll(of: Entity, permission: string): boolean {
    return permittedCondition(of, this.me, permission, this.call.scopes).text === EVERYTHING.text
  }
  enqueueInsert<E extends Entity>(of: E, draft: DraftOf<E> & Plain): Promise<string> {
    return enqueueRow(this, of, draft)
  }
  getOrCreateId<E extends Entity>(of: E, key: ReadonlyArray<keyof E['fields'] & string>, draft: DraftOf<E> & Plain): Promise<string> {
    return idByKey(this, of, key, draft)
  }
  get maker(): Maker {
    return { tenantId: this.me.tenantId, actor: this.me.userId || null, cipher: this.core.cipher }
  }
  async insertMany<E extends Entity>(
    of: E,
    drafts: ReadonlyArray<DraftOf<E> & Plain>,
    options: { skipExisting?: true; history?: false; anonymous?: true; enqueue?: true } = {},
  ): Promise<number> {
    return (await this.bulk.insertMany(of, drafts, options)).length
  }
  insertFrom<E extends Entity, K extends RowKey<E> = 'id'>(of: E, values: Patch<E>, from: Sql, options: WriteOptions<K> & { skipExisting?: true } = {}): Promise<Written<E, K>> {
    return this.bulk.insertFrom(of, values, from, options) as Promise<Written<E, K>>
  }
  upsert<E extends Entity, K extends RowKey<E> = 'id'>(
    of: E,
    key: ReadonlyArray<keyof E['fields'] & string>,
    drafts: ReadonlyArray<DraftOf<E> & Plain>,
    options: WriteOptions<K> = {},
  ) {
    return this.bulk.upsert(of, key, drafts, options) as Promise<{ added: Written<E, K>; changed: Written<E, K> }>
  }
  updateWhere<E extends Entity, K extends RowKey<E> = 'id'>(of: E, match: Where<E> | Sql, patch: Patch<E>, options: MatchOptions<K> = {}): Promise<Written<E, K>> {
    return this.bulk.updateWhere(of, match, patch, options) as Promise<Written<E, K>>
  }
  updateMany<E extends Entity, K extends RowKey<E> = 'id'>(
    of: E,
    rows: ReadonlyArray<{ id: string } & Partial<StoredRow<E>>>,
    options: WriteOptions<K> = {},
  ): Promise<Written<E, K>> {
    return this.bulk.updateMany(of, rows, options) as Promise<Written<E, K>>
  }
  removeWhere<E extends Entity, K extends RowKey<E> = 'id'>(of: E, match: Where<E> | Sql, options: Omit<MatchOptions<K>, 'enqueue'> = {}): Promise<Written<E, K>> {
    return this.bulk.removeWhere(of, match, options) as Promise<Written<E, K>>
  }
  private get bulk(): Bulk {
    return new Bulk(this, { ...this.maker, call: this.call })
  }
  update<E extends Entity>(of: E, id: string, patch: Partial<StoredRow<E>> & Plain, version?: number): Promise<Row<E>> {
    return updateRow(this, of, id, patch, version) as Promise<Row<E>>
  }
  remove(of: Entity, id: string): Promise<void> {
    return removeRow(this, of, id)
  }
  logged(of: Entity, id: string, diff: Plain, action = 'update'): void {
    if (!this.running) throw new Error('what is changed by hand is logged in the transaction that changes it')
    const { source, ip, traceId } = this.call
    this.running.log({ user_id: this.maker.actor, module: of.module, action, biz_type: of.name, biz_id: id, source, diff, ip, trace_id: traceId })
  }
  /** Invalidates cached entities after hand-written SQL. */
  async changed(...entities: readonly Entity[]): Promise<void> {
    for (const e of entities) await this.news.changed(e)
  }
  permissionsChanged(userIds?: readonly string[]): Promise<void> {
    return this.news.permissionsChanged(userIds)
  }
  live(what: LiveNews, userIds: readonly string[]): void {
    this.news.live(what, userIds)
  }
  /** Sends a NOTIFY once the running transaction has committed. Delivery is not guaranteed: receivers also poll. */
  announce(channel: string, text: string): Promise<void> {
    return this.news.notifyAfterCommit(channel, text)
  }
  /** Services of the process, for kernel code that runs in a module's call. */
  get kernel(): Core {
    return this.core
  }
  key(purpose: string): Buffer {
    return this.core.key(purpose)
  }
  sealed(text: string): Sealed {
    return { sealed: this.core.cipher.encrypt(text) }
  }
  async tx<T>(work: (db: Db) => Promise<T>): Promise<T> {
    if (this.running) return work(this)
    try {
      const { result, tx } = await Transaction.run(
        this.core.pool,
        this.me.tenantId,
        async running => {
          const inside = new Gate(this.core, this.call, running)
          const made = await (this.call.around ? this.call.around(inside, work) : work(inside))
          if (inside.news.hasPermissionChanges) for (const guard of inside.registered(grantGuards)) await guard.check(inside)
          return made
        },
        this.news,
      )
      this.news.committed(tx)
      return result
    } catch (error) {
      throw toRefusal(error)
    }
  }
  async readOnly<T>(work: (db: Db) => Promise<T>): Promise<T> {
    if (this.running) return work(this)
    try {
      return await Transaction.readOnly(this.core.pool, this.me.tenantId, running => work(new Gate(this.core, this.call, running)))
    } catch (error) {
      throw toRefusal(error)
    }
  }
  async onReplica<T>(work: (db: Db) => Promise<T>): Promise<T> {
    try {
      const { result } = await Transaction.run(this.core.replica, this.me.tenantId, async running => {
        await running.query('set transaction read only', [])
        return work(new Gate(this.core, this.call, running))
      })
      return result
    } catch (error) {
      throw toRefusal(error)
    }
  }
  streamFromReplica<T extends object>(statement: Pick<Sql, 'text' | 'values'>, size: number): AsyncGenerator<T[]> {
    return streamBatches<T>(this.core.replica, this.me.tenantId, statement, size)
  }
  emit(event: string, payload: Plain): Promise<void> {
    return this.emitMany(event, [payload])
  }
  async emitMany(event: string, payloads: readonly Plain[]): Promise<void> {
    const { events, listeners } = this.core.registry
    if (!events.has(event) && !listeners.has(event)) throw new Error(`event ${event} is emitted and stands in no module's \`events\``)
    if (!payloads.length || !listeners.has(event)) return
    if (this.running) this.running.emit(event, payloads, this.call.traceId)
    else await this.tx(async db => db.emitMany(event, payloads))
  }
  registered<T extends Registration>(point: ExtensionPoint<T>): readonly T[] {
    return this.core.registry.of(point)
  }
  sourced(source: string): Gate {
    return this.as({ source })
  }
  /** Same gate; its writes carry this trace id. */
  traced(traceId: string | null): Gate {
    return this.as({ traceId })
  }
  cached<E extends Entity>(of: E): Promise<ReadonlyMap<string, Row<E>>> {
    return this.known.all(of)
  }
  held(of: Entity): ReadonlyMap<string, Plain> | undefined {
    return this.known.held(of)
  }
  async params(group: string): Promise<Readonly<Record<string, unknown>>> {
    return (await this.known.params()).get(group) ?? NOTHING
  }
  private async load<E extends Entity>(of: E): Promise<ReadonlyMap<string, Row<E>>> {
    const rows = await this.unscoped(of).all() // the cache serves every reader; callers scope what they hand out
    return new Map(rows.map(row => [(row as Plain).id as string, row]))
  }
  /** A gate for another permission or source within the same transaction. */
  as(change: Partial<Call>): Gate {
    return new Gate(this.core, { ...this.call, ...change }, this.running)
  }
}
