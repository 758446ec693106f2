import type { Sql } from 'sql-template-tag'
import type { Entity, PageHead, Row, SecretKey, StateVerb, StoredRow } from '#model'

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
/** Rows of one entity within a data scope; every entity read goes through one. Secret fields are not selected. */
export interface Rows<E, R = Row<E>> {
  /** Also selects these secret fields: for code that signs, verifies or computes with them. */
  with<K extends SecretKey<E>>(...names: readonly K[]): Rows<E, R & Pick<StoredRow<E>, K & keyof StoredRow<E>>>
  find(where: Where<E>): Promise<R | undefined>
  /** The row, or a 404 refusal. */
  one(id: string): Promise<R>
  all(where?: Where<E>, options?: { sort?: readonly string[]; limit?: number }): Promise<R[]>
  page(query: PageQuery<E>): Promise<Page<R>>
  count(where?: Where<E>): Promise<number>
  /** The rows as a subselect for hand-written SQL: `` sql`select … from ${db.visible(student).rows()} s join …` `` (snake_case columns). */
  rows(): Sql
  /** Sorted rows in batches from a server-side cursor: constant memory, one snapshot. */
  stream(query: Pick<PageQuery<E>, 'where' | 'keyword' | 'sort'> & { columns?: readonly string[]; batchSize?: number }): AsyncGenerator<R[]>
  /** Reads the row `for update`: locked until the transaction ends. With a verb, refuses it where the row's state does not allow it. */
  lock(id: string, verb?: StateVerb<E>): Promise<R>
  /** The same for many, each named once or more often, in one statement and in the order of their ids, so that two who lock the same rows wait for each other. A 404 refusal if one is missing. */
  lockAll(ids: readonly string[], verb?: StateVerb<E>): Promise<R[]>
}
export type RowKey<E> = keyof StoredRow<E> & string
/** New values by field: plain, or SQL that computes them. */
export type Patch<E> = { [K in keyof StoredRow<E>]?: StoredRow<E>[K] | Sql }
/** Written rows: id and the fields named by `returning`. */
export type Written<E, K> = Array<Pick<StoredRow<E>, (K & keyof StoredRow<E>) | ('id' & keyof StoredRow<E>)>>
export interface WriteOptions<K> {
  /** Fields to return besides the id. */
  returning?: readonly K[]
  /** Skips the history: for bulk recomputation, or where the row records the change itself. */
  history?: false
  /** Skips history and version: for columns nobody edits (last seen, counters), so that an open edit form does not become stale. */
  bookkeeping?: true
  /** Skips history and author columns, where naming the author would reveal what the row conceals. */
  anonymous?: true
  /** Queued as by `Db.enqueue`: sent with the next statement; returns no rows. */
  enqueue?: true
}
export interface MatchOptions<K> extends WriteOptions<K> {
  /** Further tables for a match in SQL, as after `from`. */
  from?: Sql
  /** Alias of the entity's table in SQL; default `t`. */
  as?: string
}
