import type { Sql } from 'sql-template-tag'
import type { Action, DraftOf, Entity, InputOf, OutputOf, PageHead, Row, SecretKey, StoredRow } from '#model'
import { extensionPoint } from './base/extension-point.ts'

/** How a secret parameter lies in the database. */
export interface Sealed {
  sealed: string
}
export type Lang = 'zh-cn' | 'zh-tw' | 'en'
export type Realm = 'admin' | 'welcome' | 'exam'
export const DATA_SCOPES = ['all', 'dept', 'deptOnly', 'fdyClass', 'bzrClass', 'building', 'unit', 'assigned', 'self', 'custom'] as const
export type DataScope = (typeof DATA_SCOPES)[number]

/** How one role lets a permission reach rows. */
export interface Reach {
  roleCode: string
  scope: DataScope
  /** Only with `custom`. */
  custom?: { departmentIds?: string[]; classIds?: string[]; buildingIds?: string[] } | null
}
/** Who is asking, as the server knows it; nothing of it comes from the request but the token. */
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
  /** Permission key → the reaches of the roles that grant it. */
  permissions: ReadonlyMap<string, readonly Reach[]>
}

/** What a restricted session must do before anything else answers. */
export type Need = 'password' | 'privacy'

/** What an open page is told without asking. */
export type LiveNews = 'todo' | 'message'
/** Filters by field name, a plain value or an array of values; `field.like .ge .le .in .isNull` as on the wire. */
export type Where<E> = { [K in keyof Row<E>]?: Row<E>[K] | ReadonlyArray<Row<E>[K]> } & { [K in `${string}.${'like' | 'ge' | 'le' | 'in' | 'isNull'}`]?: unknown }
export interface PageQuery<E = Entity> {
  where?: Where<E>
  /** Searches the fields marked `search`. */
  keyword?: string
  /** Field names, `-` before one for descending. */
  sort?: readonly string[]
  current?: number
  size?: number
}
export interface Page<T> {
  result: T[]
  page: PageHead
  current: number
  size: number
}
/** The rows of one entity that may be reached; every read goes through one. Secret fields are not read. */
export interface Rows<E, R = Row<E>> {
  /** The same rows with these secrets, which nothing else reads: for whoever signs, checks or reckons with them. */
  with<K extends SecretKey<E>>(...names: readonly K[]): Rows<E, R & Pick<StoredRow<E>, K & keyof StoredRow<E>>>
  find(where: Where<E>): Promise<R | undefined>
  /** The row, or a refusal 404 in the reader's language. */
  one(id: string): Promise<R>
  all(where?: Where<E>, options?: { sort?: readonly string[]; limit?: number }): Promise<R[]>
  page(query: PageQuery<E>): Promise<Page<R>>
  count(where?: Where<E>): Promise<number>
  /** The rows as a subselect for hand-written SQL: `` sql`select … from ${db.visible(student).rows()} s join …` `` (snake_case columns). */
  rows(): Sql
  /** Rows in order, in portions, so that any number of them passes in constant memory; one snapshot. */
  stream(query: Pick<PageQuery<E>, 'where' | 'keyword' | 'sort'> & { columns?: readonly string[]; portion?: number }): AsyncGenerator<R[]>
  /** Row locked against others until the transaction ends. */
  lock(id: string): Promise<R>
}
export type RowKey<E> = keyof StoredRow<E> & string
/** New values by field: plain, or SQL that computes them. */
export type Patch<E> = { [K in keyof StoredRow<E>]?: StoredRow<E>[K] | Sql }
/** Rows that were written: id and the fields asked for with `returning`. */
export type Written<E, K> = Array<Pick<StoredRow<E>, (K & keyof StoredRow<E>) | ('id' & keyof StoredRow<E>)>>
export interface WriteOptions<K> {
  /** Fields to answer beside the id. */
  returning?: readonly K[]
  /** No history: what the program recomputes for many rows, or what stands in the row itself. */
  history?: false
  /** Neither history nor version: columns nobody edits (last seen, counters), so that a form open on the row stays valid. */
  bookkeeping?: true
  /** Neither history nor who wrote the row, where that would tell what the row conceals. */
  anonymous?: true
  /** Nothing waits for it: as `enqueue` it goes with the statement after it, and no rows are answered. */
  enqueue?: true
}
export interface MatchOptions<K> extends WriteOptions<K> {
  /** Further tables for a match in SQL, as after `from`. */
  from?: Sql
  /** Alias of the entity's table in SQL; `t` without. */
  as?: string
}
/** The one gate to a tenant's rows. Tenant, data scope, soft delete, optimistic lock and history are added here. */
export interface Db {
  readonly me: Principal
  /** Rows inside the data scope of the permission the running call asks for. */
  visible<E extends Entity>(of: E): Rows<E>
  /** Rows inside the data scope that `permission` gives me. */
  visibleFor<E extends Entity>(of: E, permission: string): Rows<E>
  /** Rows inside the data scopes of two permissions at once: what is listed by a value that only the other one shows. */
  visibleForBoth<E extends Entity>(of: E, permission: string, other: string): Rows<E>
  /** Every row of the tenant; each use needs a comment saying why. */
  unscoped<E extends Entity>(of: E): Rows<E>
  insert<E extends Entity>(of: E, draft: DraftOf<E> & Record<string, unknown>): Promise<Row<E>>
  /** `undefined` when a unique index already has such a row. */
  insertOrSkip<E extends Entity>(of: E, draft: DraftOf<E> & Record<string, unknown>): Promise<Row<E> | undefined>
  /** The same for a row that nothing waits for, as with `enqueue`; answers its id. */
  enqueueInsert<E extends Entity>(of: E, draft: DraftOf<E> & Record<string, unknown>): Promise<string>
  /** Id of the row with the draft's values in `key`, a unique set of fields; the row is made when there is none. Two writers in the same instant get the same one. */
  getOrCreateId<E extends Entity>(of: E, key: ReadonlyArray<keyof E['fields'] & string>, draft: DraftOf<E> & Record<string, unknown>): Promise<string>
  /** Many rows in few statements, for what the program itself makes: generated classes, demo data. Each is in the history unless that is switched off. Answers how many were inserted; with `skipExisting` not those that a unique index already has. */
  insertMany<E extends Entity>(
    of: E,
    drafts: ReadonlyArray<DraftOf<E> & Record<string, unknown>>,
    options?: { skipExisting?: true; history?: false; anonymous?: true; enqueue?: true },
  ): Promise<number>
  /** `insert … select`: `values` are plain or SQL over `from`, which is all that follows the word (`` sql`student s where …` ``). Answers the rows inserted. */
  insertFrom<E extends Entity, K extends RowKey<E> = 'id'>(of: E, values: Patch<E>, from: Sql, options?: WriteOptions<K> & { skipExisting?: true }): Promise<Written<E, K>>
  /** Inserts rows, or writes the drafts' other fields to those that have the same values in `key`, which must be a unique set of fields: `nulls not distinct`
   *  in the database where a part may be null, or two writers in the same instant make two rows. All drafts name the same fields, each key once. */
  upsert<E extends Entity, K extends RowKey<E> = 'id'>(
    of: E,
    key: ReadonlyArray<keyof E['fields'] & string>,
    drafts: ReadonlyArray<DraftOf<E> & Record<string, unknown>>,
    options?: WriteOptions<K>,
  ): Promise<{ added: Written<E, K>; changed: Written<E, K> }>
  /** Changes the rows that match, in one statement with version and history. `match` is a filter, or a condition in SQL in which the entity's table is `t` (or `as`) and
   *  other tables come with `from`; values of the patch are plain or SQL over these tables. Answers the rows that changed: nobody, where a change of state came too late. */
  updateWhere<E extends Entity, K extends RowKey<E> = 'id'>(of: E, match: Where<E> | Sql, patch: Patch<E>, options?: MatchOptions<K>): Promise<Written<E, K>>
  /** Writes to each row its own values; all rows name the same fields. One statement for 10,000 rows. */
  updateMany<E extends Entity, K extends RowKey<E> = 'id'>(of: E, rows: ReadonlyArray<{ id: string } & Partial<StoredRow<E>>>, options?: WriteOptions<K>): Promise<Written<E, K>>
  /** Removes the rows that match, with their open todos and files. References are not counted: the database refuses what is in use. */
  removeWhere<E extends Entity, K extends RowKey<E> = 'id'>(of: E, match: Where<E> | Sql, options?: Omit<MatchOptions<K>, 'enqueue'>): Promise<Written<E, K>>
  /** Writes the named fields. With `version` a stale write is refused with 409 and the row as it stands. Read-only fields may be set here. */
  update<E extends Entity>(of: E, id: string, patch: Partial<StoredRow<E>> & Record<string, unknown>, version?: number): Promise<Row<E>>
  remove<E extends Entity>(of: E, id: string): Promise<void>
  /** Hand-written SQL; row-level security still holds the tenant. Rows come as selected. */
  query<T extends object = Record<string, unknown>>(statement: Sql): Promise<T[]>
  /** The same for a write that nothing waits for: inside a transaction it goes with the statement after it, at the latest with the commit,
   *  and what the database refuses is refused there. `heard` gets its rows, before the commit is known to be done. */
  enqueue<T extends object = Record<string, unknown>>(statement: Sql, heard?: (rows: T[]) => void): Promise<void>
  /** Runs in one transaction; nested calls join it. */
  tx<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** Readings that need no transaction, on one connection: what is asked side by side makes one trip to the database. Nothing may be written in it. */
  readOnly<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** Readings that may take long and may lag a little, in a transaction that writes nothing, on one of a few connections apart: questions people put together. */
  onReplica<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** The same for any number of rows, in portions. */
  streamFromReplica<T extends object>(statement: Pick<Sql, 'text' | 'values'>, size: number): AsyncGenerator<T[]>
  /** Tells the listeners of other modules after commit, at least once. */
  emit(event: string, payload: Record<string, unknown>): Promise<void>
  /** The same for many rows at once, in one statement. */
  emitMany(event: string, payloads: ReadonlyArray<Record<string, unknown>>): Promise<void>
  /** Writes into the history of a row, in this transaction, what no write of the row itself says: changed by hand-written SQL, or under a word of its own (`grant`, `disable`). */
  logged(of: Entity, id: string, diff: Record<string, unknown>, action?: string): void
  /** The same gate; what it writes stands in the history under this source: `self`, a change's number. */
  sourced(source: string): Db
  /** Rows of these cached entities were changed by hand-written SQL: every process drops what it keeps of them. */
  changed(...entities: readonly Entity[]): Promise<void>
  /** What these people, or everybody, may do is not what it was: every process asks anew once this has committed. */
  permissionsChanged(userIds?: readonly string[]): Promise<void>
  /** The open pages of these people hear, once this has committed, that the number of their todos or messages changed. */
  live(what: LiveNews, userIds: readonly string[]): void
  /** The rows another person would reach with these grants: for previews and explanations, never to hand rows out. */
  reachOf<E extends Entity>(of: E, person: Principal, reaches: readonly Reach[]): Promise<Rows<E>>
  /** What this school has set in a group of parameters, from this process's memory; keys that were never set are absent. */
  params(group: string): Promise<Readonly<Record<string, unknown>>>
  /** A secret parameter as it is stored; `params` opens it. */
  sealed(text: string): Sealed
  /** 32 bytes of this installation for one purpose (`leave code`), for signing or hashing. Another name is another key. */
  key(purpose: string): Buffer
  /** All rows of a `cached` entity, from this process's memory. */
  cached<E extends Entity>(of: E): Promise<ReadonlyMap<string, Row<E>>>
}
export interface Ctx {
  db: Db
  me: Principal
  lang: Lang
  ip: string
  traceId: string
}
export interface ActionCtx<A extends Action> extends Ctx {
  /** Throws a refusal the action declares. */
  refuse(key: Extract<keyof A['refusals'], string>, values?: Record<string, unknown>, field?: string): never
}
/** The web's half of an answer that is not JSON. */
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
  tie: 'department' | 'class' | 'campus' | 'building' | 'student' | 'teacher' | 'user'
  ids: (db: Db) => Promise<readonly string[]>
}
/** What happens around the record verbs. `add`, `update`, `remove` run before the write and refuse by throwing; the others after it, in the same transaction. */
export interface Hooks<E extends Entity> {
  add?(ctx: Ctx, draft: Partial<StoredRow<E>> & Record<string, unknown>): Promise<void>
  update?(ctx: Ctx, row: Row<E>, patch: Partial<StoredRow<E>> & Record<string, unknown>): Promise<void>
  remove?(ctx: Ctx, row: Row<E>): Promise<void>
  added?(ctx: Ctx, row: Row<E>): Promise<void>
  updated?(ctx: Ctx, before: Row<E>, after: Row<E>): Promise<void>
  removed?(ctx: Ctx, row: Row<E>): Promise<void>
  /** Refuses in better words where the database refused a new row, because another one already has its `field`: asked after everything was taken back. A row that clashes
   *  with none pays nothing for it. */
  taken?(ctx: Ctx, draft: Partial<Row<E>> & Record<string, unknown>, field: string): Promise<void>
}
/** Data every new school begins with, national tables for instance. Run at provisioning, again after each update: it must leave alone what is there. */
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

/** Implements an action. POST runs in one transaction; the answer is checked against the declared output. */
export const handle = <A extends Action>(action: A, run: (ctx: ActionCtx<A>, input: InputOf<A>) => Answer<A>): Handler =>
  handlers.make({ action, run: run as unknown as Handler['run'] })
type Answer<A extends Action> = A['output'] extends 'none'
  ? Promise<void>
  : Promise<A['output'] extends 'file' ? Blob : (A['many'] extends true ? readonly OutputOf<A>[] : OutputOf<A> | null) | Blob>
/** Rules of an entity's record verbs. */
export const rules = <E extends Entity>(entity: E, hooks: Hooks<E>): EntityRules =>
  entityRules.make({ entity: entity as unknown as Entity, hooks: hooks as unknown as Hooks<Entity> })
/** Fills computed fields of rows that are about to leave, in one pass over the page. */
export const compute = <E extends Entity>(entity: E, fields: ReadonlyArray<string>, run: (ctx: Ctx, rows: Array<Row<E> & Record<string, unknown>>) => Promise<void>): Computation =>
  computations.make({ entity: entity as unknown as Entity, fields, run: run as unknown as Computation['run'] })
/** Listens to another module's event. `name` marks the delivery, so that a repeat changes nothing. */
export const on = (event: string, name: string, run: (ctx: Ctx, payload: Record<string, unknown>) => Promise<void>): Listener =>
  onMany(event, name, async (ctx, payloads) => {
    for (const payload of payloads) await run(ctx, payload)
  })
/** The same for events that come in thousands, of one name or several: they are handed over some hundred at a time, in the order they were told. */
export const onMany = (events: string | readonly string[], name: string, run: Listener['run']): Listener => listeners.make({ events: [events].flat(), name, run })
/** Tells which ids a data scope means for the caller: classes counselled, departments below. */
export const scopeSource = (scope: DataScope, tie: ScopeSource['tie'], ids: ScopeSource['ids']): ScopeSource => scopeSources.make({ scope, tie, ids })
/** Fills a new school with data that is the same for all. */
export const seed = (name: string, run: Seed['run']): Seed => seeds.make({ name, run })
