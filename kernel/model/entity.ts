import type { Draft, Field, Fields, Values } from './field.ts'

/** The record verbs. `list` also grants getOne and getSelect, `export` and `import` the spreadsheet ways. */
export const VERBS = ['list', 'add', 'update', 'remove', 'export', 'import'] as const
export type Verb = (typeof VERBS)[number]

/** The row's own id, a field of the entity that holds a row id, or a path of references that begins with one (`roomId.buildingId`). */
export type TiePath<F extends Fields> = 'id' | (keyof F & string) | `${keyof F & string}.${string}`
/** Which columns tie a row to the things a role's data scope speaks of. Without any tie only roles that reach the whole school see the rows. */
export interface ScopeTies<F extends Fields = Fields> {
  /** Every role that holds the permission sees every row. The text is the reason why that is right, for reviewers: `'organisation names'`. */
  everyone?: string
  student?: TiePath<F>
  teacher?: TiePath<F>
  user?: TiePath<F>
  class?: TiePath<F>
  department?: TiePath<F>
  campus?: TiePath<F>
  building?: TiePath<F>
}
export interface EntityOptions<F extends Fields> {
  /** Field that names a row to people. */
  title: keyof F & string
  scope: ScopeTies<F>
  /** Sets of fields no two live rows share. `tenantId` is always part of it. */
  unique?: ReadonlyArray<ReadonlyArray<keyof F & string>>
  /** Controller name on the wire where the customer fixed one. */
  wire?: string
  /** Table name where the entity's own would collide with an SQL word. */
  table?: string
  /** Small, read often: held in memory by every process and dropped when it changes. */
  cached?: true
  /** Removing marks the row, history keeps it. */
  softDelete?: true
  /** Who may read id and title for a select box: everyone signed in, or only who may list. */
  select?: 'open' | 'scoped'
  /** Fields a select item carries besides id, value and label. */
  selectFields?: ReadonlyArray<keyof F & string>
  /** Field that points at the parent row. */
  tree?: keyof F & string
  /** Default order of a list, `-` before a field for descending. */
  sort?: ReadonlyArray<string>
  /** A list of millions: how many rows its totals go up to. Beyond that a page says that there are more, and counts them no further. */
  countsUpTo?: number
  /** What a school's licence limits: `new`: nothing is added once it has run out; `students`: an import stops at the licensed number of these rows. */
  limit?: 'new' | { students: Readonly<Record<string, string | boolean>> }
  /** Natural key by which an import finds the row it updates. */
  importKey?: ReadonlyArray<keyof F & string>
  verbs?: readonly Verb[]
  /** Since when callers should use something else than its record verbs (`2026-09-01`). */
  deprecatedAt?: string
  /** Rules that refuse a write; the sentence people read. Keys become `{module}.{entity}.{key}`. */
  refusals?: Readonly<Record<string, string>>
}
export interface Entity<F extends Fields = Fields> {
  readonly name: string
  readonly module: string
  readonly label: string
  readonly fields: F
  /** Names as plain strings, so that every entity is an `Entity`. */
  readonly options: EntityOptions<Fields>
  readonly table: string
  readonly wire: string
  readonly verbs: readonly Verb[]
}
/** A row as it is stored, secrets included. */
export type StoredRow<E> = E extends Entity<infer F> ? Values<F> & RowHead : never
/** A row as it is read: without its secrets. */
export type Row<E> = E extends Entity<infer F> ? Values<Readable<F>> & RowHead : never
type Readable<F extends Fields> = { [K in keyof F as IsSecret<F[K]> extends true ? never : K]: F[K] }
type IsSecret<X> = X extends Field<infer _T, infer O> ? (O extends { secret: true } ? true : false) : false
/** Names of the secret fields of an entity. */
export type SecretKey<E> = E extends Entity<infer F> ? { [K in keyof F]: IsSecret<F[K]> extends true ? K : never }[keyof F] & string : never
export type DraftOf<E> = E extends Entity<infer F> ? Draft<F> : never
/** A type and no interface, so that a row is also a plain record. */
export type RowHead = {
  id: string
  version: number
  createdAt: string
  createdBy: string | null
  updatedAt: string
  updatedBy: string | null
}
export const HEAD_FIELDS = ['id', 'version', 'createdAt', 'createdBy', 'updatedAt', 'updatedBy'] as const

const entities = new Map<string, Entity>()

/** Declares an entity once for database, API, screen and Excel. `path` is `{module}.{entity}`. */
export function entity<const F extends Fields>(path: `${string}.${string}`, label: string, fields: F, options: EntityOptions<F>): Entity<F> {
  const [module, name] = path.split('.') as [string, string]
  if (entities.has(name)) throw new Error(`entity ${name} is declared twice`)
  const made: Entity<F> = {
    name,
    module,
    label,
    // without a prototype: looked up by a name of a request, `constructor` is no field
    fields: Object.assign(Object.create(null), fields),
    options: options as unknown as EntityOptions<Fields>,
    table: options.table ?? snake(name),
    wire: options.wire ?? name,
    verbs: options.verbs ?? VERBS,
  }
  entities.set(name, made as unknown as Entity)
  return made
}
export const allEntities = (): Entity[] => [...entities.values()]
/** The entity of that name; throws when no loaded module declares it. */
export function entityNamed(name: string): Entity {
  const found = entities.get(name)
  if (!found) throw new Error(`no entity ${name}`)
  return found
}
export const hasEntity = (name: string): boolean => entities.has(name)
export const permissionKey = (of: { module: string; name: string }, verb: string): string => `${of.module}:${of.name}:${verb}`

/** Fields a table has a column for. */
export const storedFields = (e: Entity): Array<[string, Field]> => Object.entries(e.fields).filter(([, f]) => !f.options.computed)
/** Fields a caller may hand in. */
export const givenFields = (e: Entity): Array<[string, Field]> => Object.entries(e.fields).filter(([, f]) => !f.options.computed && !f.options.readonly)
/** Fields that may leave the server. */
export const shownFields = (e: Entity): Array<[string, Field]> => Object.entries(e.fields).filter(([, f]) => !f.options.secret)

export const snake = (name: string): string => name.replace(/[A-Z]/g, c => `_${c.toLowerCase()}`)
/** Name of the text that a reference is answered with: `classId` → `className`. */
export const labelKey = (fieldName: string): string => `${fieldName.replace(/Id$/, '')}Name`
/** Remembers what is derived from an entity's declaration: `make` runs once an entity. */
export function perEntity<T>(make: (e: Entity) => T): (e: Entity) => T {
  const made = new WeakMap<Entity, { value: T }>()
  return e => {
    const known = made.get(e) ?? { value: make(e) }
    made.set(e, known)
    return known.value
  }
}
