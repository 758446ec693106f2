import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import sql, { join, raw, type Sql } from 'sql-template-tag'
import { SERVERS } from '#fields/servers.ts'
import { type Entity, type Field, HEAD_FIELDS, snake, storedFields } from '#model'
import type { Cipher } from './cipher.ts'

/** Column mapping of an entity, built once. */
export interface Columns {
  table: string
  /** Field name → column, head fields included. */
  of: ReadonlyMap<string, string>
  fields: ReadonlyMap<string, Field>
  /** `"class_no" as "classNo", …` for every stored field except secrets. */
  all: string
  encrypted: readonly string[]
  json: ReadonlySet<string>
}
const known = new WeakMap<Entity, Columns>()

export function columnsOf(e: Entity): Columns {
  const made = known.get(e) ?? build(e)
  known.set(e, made)
  return made
}
function build(e: Entity): Columns {
  const stored = storedFields(e)
  const of = new Map<string, string>([...HEAD_FIELDS.map(n => [n, snake(n)] as const), ...stored.map(([n]) => [n, snake(n)] as const)])
  return {
    table: quote(e.table),
    of,
    fields: new Map(stored),
    all: selectList(
      [...of.keys()].filter(name => e.fields[name]?.options.secret !== true),
      of,
    ),
    encrypted: stored.filter(([, f]) => f.options.encrypted).map(([n]) => n),
    json: new Set(stored.filter(([, f]) => SERVERS[f.kind].isJson).map(([n]) => n)),
  }
}
export const quote = (name: string): string => `"${name}"`
const selectList = (fields: Iterable<string>, of: ReadonlyMap<string, string>, alias = ''): string =>
  [...fields].map(n => `${alias}${quote(of.get(n) as string)} as ${quote(n)}`).join(', ')

/** Cached select lists per entity: callers request few sets of columns. */
const MOST_PICKED = 100
const picked = new WeakMap<Entity, LRUCache<string, string>>()
/** Select list for some fields, in declared order so that the same columns give the same statement text. Omits fields that are not stored, and secrets not in `secrets`. Always
 *  includes id, version and the columns that tie a row to its owner. */
export function pick(e: Entity, fields: readonly string[] | undefined, { alias = '', secrets = [] }: { alias?: string; secrets?: readonly string[] } = {}): string {
  const c = columnsOf(e)
  if (!fields && !alias && !secrets.length) return c.all
  const key = `${alias}${fields?.join() ?? '*'} ${secrets.join()}`
  const lists = picked.get(e) ?? new LRUCache<string, string>({ max: MOST_PICKED })
  picked.set(e, lists)
  const known = lists.get(key)
  if (known) return known
  const { student, teacher, user } = e.options.scope
  const wanted = fields && new Set(['id', 'version', student, teacher, user, ...fields])
  const declared = [...c.of.keys()].filter(name => secrets.includes(name) || ((!wanted || wanted.has(name)) && e.fields[name]?.options.secret !== true))
  const made = selectList(declared, c.of, alias)
  lists.set(key, made)
  return made
}
const initialValues = new WeakMap<Entity, Record<string, unknown>>()
/** Initial values of fields the draft omits. */
export function initials(e: Entity): Record<string, unknown> {
  const made =
    initialValues.get(e) ??
    Object.fromEntries(
      storedFields(e)
        .filter(([, f]) => f.options.initial !== undefined)
        .map(([n, f]) => [n, f.options.initial]),
    )
  initialValues.set(e, made)
  return made
}
/** Column and value pairs of a draft, encrypted ones with their hash beside them. */
export function stored(e: Entity, values: Record<string, unknown>, cipher: Cipher): Array<[column: string, value: unknown]> {
  const c = columnsOf(e)
  const pairs: Array<[string, unknown]> = []
  for (const [name, value] of Object.entries(values)) {
    const column = c.of.get(name)
    if (!column) throw new Error(`${e.name} has no stored field ${name}`)
    if (c.fields.get(name)?.options.encrypted) {
      pairs.push(
        [column, value === null || value === undefined ? null : cipher.encrypt(String(value))],
        [`${column}_hash`, value === null || value === undefined ? null : cipher.hash(e.options.isUncounted ? randomUUID() : String(value))],
      )
    } else pairs.push([column, c.json.has(name) && value !== null && value !== undefined ? JSON.stringify(value) : (value ?? null)])
  }
  return pairs
}
/** Decrypts the encrypted values of a database row, in place. */
export function opened<T extends Record<string, unknown>>(e: Entity, row: T, cipher: Cipher): T {
  for (const name of columnsOf(e).encrypted) {
    const value = row[name]
    if (typeof value === 'string') (row as Record<string, unknown>)[name] = cipher.decrypt(value)
  }
  return row
}
/** Column of a stored field. */
export function storedColumn(e: Entity, field: string): string {
  const name = columnsOf(e).of.get(field)
  if (!name) throw new Error(`${e.name} has no stored field ${field}`)
  return name
}
/** The same, quoted. */
export const columnName = (e: Entity, field: string): string => quote(storedColumn(e, field))
export const column = (e: Entity, field: string): Sql => raw(columnName(e, field))
/** Conditions joined with `and`; true if there are none. */
export const every = (conditions: readonly Sql[]): Sql => (conditions.length ? join([...conditions], ' and ') : sql`true`)
export const either = (conditions: readonly Sql[]): Sql => (conditions.length ? sql`(${join([...conditions], ' or ')})` : sql`false`)
