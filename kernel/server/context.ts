import type { Sql } from 'sql-template-tag'
import type { Action, DraftOf, Entity, InputOf, OutputOf, Row, StoredRow } from '#model'
import { type ExtensionPoint, extensionPoint, type Registration } from './base/extension-point.ts'
import type { MatchOptions, Patch, RowKey, Rows, Where, WriteOptions, Written } from './row-types.ts'

/** A secret parameter as stored: encrypted. */
export interface Sealed {
  sealed: string
}
export type Lang = 'zh-cn' | 'zh-tw' | 'en'
export type Realm = 'admin' | 'welcome' | 'exam'
export const DATA_SCOPES = ['all', 'dept', 'deptOnly', 'fdyClass', 'bzrClass', 'building', 'unit', 'assigned', 'self', 'custom'] as const
export type DataScope = (typeof DATA_SCOPES)[number]

/** Data scope of a permission as granted by one role. */
export interface Reach {
  roleCode: string
  scope: DataScope
  /** Only with `custom`. */
  custom?: { campusIds?: string[]; departmentIds?: string[]; classIds?: string[]; buildingIds?: string[] } | null
}
/** The authenticated caller, loaded by the server; only the token comes from the request. */
export interface Principal {
  tenantId: string
  tenantCode: string
  realm: Realm
  userId: string
  userName: string
  accountNo: string
  nickName: string
  /** 1 staff, 2 student, 3 outside person, 9 system; null outside realm admin. */
  userType: number | null
  studentId: string | null
  teacherId: string | null
  personId: string | null
  departmentId: string | null
  roles: string[]
  sessionId: string | null
  /** Permission key → data scopes granted by the caller's roles. */
  permissions: ReadonlyMap<string, readonly Reach[]>
}

/** Step a restricted session must complete first; until then other calls answer 428. */
export type Need = 'password' | 'privacy'

/** Topics pushed to open pages by server-sent events. */
export type LiveNews = 'todo' | 'message'
/** The only access to a tenant's rows. Adds tenant, data scope, soft delete, optimistic locking and history. */
export interface Db {
  readonly me: Principal
  /** Rows within the data scope of the running call's permission. */
  visible<E extends Entity>(of: E): Rows<E>
  /** Rows within the caller's data scope for `permission`. */
  visibleFor<E extends Entity>(of: E, permission: string): Rows<E>
  /** Whether the caller's data scope for `permission` leaves nothing out, so that SQL need not ask row by row. */
  reachesAll(of: Entity, permission: string): boolean
  /** Rows within the data scopes of both permissions, e.g. a list filtered by a value that only the other permission reveals. */
  visibleForBoth<E extends Entity>(of: E, permission: string, other: string): Rows<E>
  /** Every row of the tenant; each use needs a comment saying why. */
  unscoped<E extends Entity>(of: E): Rows<E>
  insert<E extends Entity>(of: E, draft: DraftOf<E> & Record<string, unknown>): Promise<Row<E>>
  /** `on conflict do nothing`: undefined if a unique index already has such a row. */
  insertOrSkip<E extends Entity>(of: E, draft: DraftOf<E> & Record<string, unknown>): Promise<Row<E> | undefined>
  /** Inserts a row as with `enqueue`; returns its id. */
  enqueueInsert<E extends Entity>(of: E, draft: DraftOf<E> & Record<string, unknown>): Promise<string>
  /** Id of the row with the draft's values in `key` (a unique set of fields); inserts it if missing. Concurrent callers get the same id. */
  getOrCreateId<E extends Entity>(of: E, key: ReadonlyArray<keyof E['fields'] & string>, draft: DraftOf<E> & Record<string, unknown>): Promise<string>
  /** Bulk insert of generated rows (classes, demo data), with history unless switched off. Returns the number inserted; `skipExisting` skips rows that a unique index already
   *  has. */
  insertMany<E extends Entity>(
    of: E,
    drafts: ReadonlyArray<DraftOf<E> & Record<string, unknown>>,
    options?: { skipExisting?: true; history?: false; anonymous?: true; enqueue?: true },
  ): Promise<number>
  /** `insert … select`: `values` are plain or SQL over `from`, the text after that keyword (`` sql`student s where …` ``). Returns the inserted rows. */
  insertFrom<E extends Entity, K extends RowKey<E> = 'id'>(of: E, values: Patch<E>, from: Sql, options?: WriteOptions<K> & { skipExisting?: true }): Promise<Written<E, K>>
  /** Inserts rows, or updates the other fields of those with the same values in `key`. `key` must have a unique index, `nulls not distinct` where a part may be null; otherwise
   *  concurrent writers create duplicates. All drafts name the same fields, each key once. */
  upsert<E extends Entity, K extends RowKey<E> = 'id'>(
    of: E,
    key: ReadonlyArray<keyof E['fields'] & string>,
    drafts: ReadonlyArray<DraftOf<E> & Record<string, unknown>>,
    options?: WriteOptions<K>,
  ): Promise<{ added: Written<E, K>; changed: Written<E, K> }>
  /** Updates matching rows in one statement, with version and history. `match` is a filter, or an SQL condition in which the entity's table is `t` (or `as`) and other tables
   *  come from `from`; patch values are plain or SQL over these tables. Returns the changed rows: none if a concurrent change of state came first. */
  updateWhere<E extends Entity, K extends RowKey<E> = 'id'>(of: E, match: Where<E> | Sql, patch: Patch<E>, options?: MatchOptions<K>): Promise<Written<E, K>>
  /** Writes each row its own values; all rows name the same fields. One statement per 10,000 rows. */
  updateMany<E extends Entity, K extends RowKey<E> = 'id'>(of: E, rows: ReadonlyArray<{ id: string } & Partial<StoredRow<E>>>, options?: WriteOptions<K>): Promise<Written<E, K>>
  /** Removes matching rows with their open todos and files. References are not counted: foreign keys refuse rows in use. */
  removeWhere<E extends Entity, K extends RowKey<E> = 'id'>(of: E, match: Where<E> | Sql, options?: Omit<MatchOptions<K>, 'enqueue'>): Promise<Written<E, K>>
  /** Writes the named fields. With `version`, a stale write gets 409 with the current row. Read-only fields may be set here. */
  update<E extends Entity>(of: E, id: string, patch: Partial<StoredRow<E>> & Record<string, unknown>, version?: number): Promise<Row<E>>
  remove<E extends Entity>(of: E, id: string): Promise<void>
  /** Hand-written SQL; row-level security still restricts it to the tenant. Rows are returned as selected. */
  query<T extends object = Record<string, unknown>>(statement: Sql): Promise<T[]>
  /** Queues a write whose result is not awaited: in a transaction it is pipelined with the next statement, at the latest with the commit, and its errors surface there. `onRows`
   *  receives its rows, before the commit is confirmed. */
  enqueue<T extends object = Record<string, unknown>>(statement: Sql, onRows?: (rows: T[]) => void): Promise<void>
  /** Runs in one transaction; nested calls join it. */
  tx<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** Reads on one connection without a transaction: concurrent queries share one round trip. Must not write. */
  readOnly<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** Long reads that tolerate replication lag, such as user-built queries: a read-only transaction on a small separate pool (the replica, if configured). */
  onReplica<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** Same, streamed in batches. */
  streamFromReplica<T extends object>(statement: Pick<Sql, 'text' | 'values'>, size: number): AsyncGenerator<T[]>
  /** Emits an event to listeners of other modules: delivered after commit, at least once. */
  emit(event: string, payload: Record<string, unknown>): Promise<void>
  /** Emits many events in one statement. */
  emitMany(event: string, payloads: ReadonlyArray<Record<string, unknown>>): Promise<void>
  /** Adds a history entry to a row in this transaction, for changes by hand-written SQL or under an action name of its own (`grant`, `disable`). */
  logged(of: Entity, id: string, diff: Record<string, unknown>, action?: string): void
  /** Same gate; its writes are recorded in the history with this source: `self`, a change's number. */
  sourced(source: string): Db
  /** Invalidates the caches of these entities in every process, after hand-written SQL changed their rows. */
  changed(...entities: readonly Entity[]): Promise<void>
  /** Invalidates the cached permissions of these users, or of the whole school, in every process on commit. */
  permissionsChanged(userIds?: readonly string[]): Promise<void>
  /** Notifies open pages of these users after commit that their number of todos or messages changed. */
  live(what: LiveNews, userIds: readonly string[]): void
  /** Rows another person would reach with these grants: for previews and explanations only, never to return them. */
  reachOf<E extends Entity>(of: E, person: Principal, reaches: readonly Reach[]): Promise<Rows<E>>
  /** Parameters the school has set in a group, from the process cache; unset keys are absent. */
  params(group: string): Promise<Readonly<Record<string, unknown>>>
  /** Encrypts a secret parameter for storage; `params` decrypts it. */
  sealed(text: string): Sealed
  /** 32-byte key of this installation, derived for one purpose (`leave code`), for signing or hashing. Another name is another key. */
  key(purpose: string): Buffer
  /** What the loaded modules registered with an extension point. */
  registered<T extends Registration>(point: ExtensionPoint<T>): readonly T[]
  /** All rows of a `cached` entity, from the process cache. */
  cached<E extends Entity>(of: E): Promise<ReadonlyMap<string, Row<E>>>
}
export interface Ctx {
  db: Db
  me: Principal
  lang: Lang
  ip: string
  traceId: string
}
/** The page that called draws the answer as it comes. */
export interface LivePieces {
  /** The text so far. */
  say(text: string): void
  /** Aborted when the page has gone or its reader wants no more. */
  stopped: AbortSignal
}
export interface ActionCtx<A extends Action> extends Ctx {
  /** Of an action that streams, for callers who draw it as it comes. */
  live?: LivePieces | undefined
  /** Throws a refusal the action declares. */
  refuse(key: Extract<keyof A['refusals'], string>, values?: Record<string, unknown>, field?: string): never
}
/** A response that is not JSON. */
export interface Blob {
  blob: NodeJS.ReadableStream | Buffer
  type: string
  headers?: Record<string, string>
}

export interface Handler {
  kind: 'handler'
  action: Action
  run: (ctx: ActionCtx<Action>, input: Record<string, unknown>) => Promise<unknown>
}
export interface EntityRules {
  kind: 'rules'
  entity: Entity
  hooks: Hooks<Entity>
}
export interface Computation {
  kind: 'compute'
  entity: Entity
  fields: readonly string[]
  run: (ctx: Ctx, rows: Array<Record<string, unknown>>) => Promise<void>
}
export interface Listener {
  kind: 'listener'
  events: readonly string[]
  name: string
  run: (ctx: Ctx, payloads: ReadonlyArray<Record<string, unknown>>) => Promise<void>
}
export interface ScopeSource {
  kind: 'scopeSource'
  scope: DataScope
  tie: 'department' | 'class' | 'course' | 'campus' | 'building' | 'unit' | 'student' | 'teacher' | 'user'
  ids: (db: Db) => Promise<readonly string[]>
}
/** Hooks of the record verbs. `add`, `update`, `remove` run before the write and refuse by throwing; `added`, `updated`, `removed` run after it, in the same transaction. */
export interface Hooks<E extends Entity> {
  add?(ctx: Ctx, draft: Partial<StoredRow<E>> & Record<string, unknown>): Promise<void>
  update?(ctx: Ctx, row: Row<E>, patch: Partial<StoredRow<E>> & Record<string, unknown>): Promise<void>
  remove?(ctx: Ctx, row: Row<E>): Promise<void>
  added?(ctx: Ctx, row: Row<E>): Promise<void>
  updated?(ctx: Ctx, before: Row<E>, after: Row<E>): Promise<void>
  removed?(ctx: Ctx, row: Row<E>): Promise<void>
  /** Called after the rollback when a new row violated a unique index on `field`, to refuse with a better message. Rows without a conflict pay nothing. */
  taken?(ctx: Ctx, draft: Partial<Row<E>> & Record<string, unknown>, field: string): Promise<void>
}
/** Initial data of every school, e.g. national tables. Runs at provisioning and after each update: must be idempotent and keep existing rows. */
export interface Seed {
  kind: 'seed'
  name: string
  run: (db: Db) => Promise<void>
}
const nameOf = ({ module, of, name }: Action): string => `${module}.${of}.${name}`
export const handlers = extensionPoint<Handler>('handler', { id: h => nameOf(h.action) })
export const entityRules = extensionPoint<EntityRules>('rules', { entity: r => r.entity.name })
export const computations = extensionPoint<Computation>('compute', { entity: c => c.entity.name })
export const listeners = extensionPoint<Listener>('listener', { id: l => l.name })
/** Events that the kernel emits itself. */
export const KERNEL_EVENTS: readonly string[] = ['identity.passwordChanged', 'job.failedOften', 'message.told']
export const scopeSources = extensionPoint<ScopeSource>('scopeSource')
export const seeds = extensionPoint<Seed>('seed', { id: s => s.name })

/** Implements an action. A POST runs in one transaction (see `isWhole`); the response is restricted to the declared output. */
export const handle = <A extends Action>(action: A, run: (ctx: ActionCtx<A>, input: InputOf<A>) => Answer<A>): Handler =>
  handlers.make({ action, run: run as unknown as Handler['run'] })
type Answer<A extends Action> = A['output'] extends 'none'
  ? Promise<void>
  : Promise<A['output'] extends 'file' ? Blob : (A['many'] extends true ? readonly OutputOf<A>[] : OutputOf<A> | null) | Blob>
/** Rules of an entity's record verbs. */
export const rules = <E extends Entity>(entity: E, hooks: Hooks<E>): EntityRules =>
  entityRules.make({ entity: entity as unknown as Entity, hooks: hooks as unknown as Hooks<Entity> })
/** Fills computed fields of outgoing rows, once per page. */
export const compute = <E extends Entity>(entity: E, fields: ReadonlyArray<string>, run: (ctx: Ctx, rows: Array<Row<E> & Record<string, unknown>>) => Promise<void>): Computation =>
  computations.make({ entity: entity as unknown as Entity, fields, run: run as unknown as Computation['run'] })
/** Subscribes to another module's event. `name` identifies the listener in `inbox`, so that redelivery changes nothing. */
export const on = (event: string, name: string, run: (ctx: Ctx, payload: Record<string, unknown>) => Promise<void>): Listener =>
  onMany(event, name, async (ctx, payloads) => {
    for (const payload of payloads) await run(ctx, payload)
  })
/** Batch variant for high-volume events, of one name or several: some hundred payloads per call, in the order they were emitted. */
export const onMany = (events: string | readonly string[], name: string, run: Listener['run']): Listener => listeners.make({ events: [events].flat(), name, run })
/** Resolves a data scope to ids for the caller: classes counselled, departments below. */
export const scopeSource = (scope: DataScope, tie: ScopeSource['tie'], ids: ScopeSource['ids']): ScopeSource => scopeSources.make({ scope, tie, ids })
/** Registers initial data of new schools. */
export const seed = (name: string, run: Seed['run']): Seed => seeds.make({ name, run })
