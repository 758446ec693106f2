import type { Draft, Field, Fields, Values } from './field.ts'

/** The record verbs. `list` also grants getOne and getSelect; `export` and `import` grant the spreadsheet endpoints. */
export const VERBS = ['list', 'add', 'update', 'remove', 'export', 'import'] as const
export type Verb = (typeof VERBS)[number]

/** Column a data scope can filter by: the row's own id, a field holding a row id, or a path of references (`roomId.buildingId`). */
export type TiePath<F extends Fields> = 'id' | (keyof F & string) | `${keyof F & string}.${string}`
/** Columns by which data scopes filter the rows. Without any, only roles with whole-school scope see them. */
export interface ScopeTies<F extends Fields = Fields> {
  /** No scope filter: everybody with the permission sees every row. The text is the reason, for reviewers (`'organisation names'`). */
  everyone?: string
  student?: TiePath<F>
  teacher?: TiePath<F>
  user?: TiePath<F>
  class?: TiePath<F>
  /** A class, for whoever teaches it this term. */
  course?: TiePath<F>
  department?: TiePath<F>
  campus?: TiePath<F>
  building?: TiePath<F>
  /** An employing unit, for its accounts. */
  unit?: TiePath<F>
}
export interface EntityOptions<F extends Fields> {
  /** Display field of a row. */
  title: keyof F & string
  scope: ScopeTies<F>
  /** Unique keys over live rows; `tenantId` is always part of them. */
  unique?: ReadonlyArray<ReadonlyArray<keyof F & string>>
  /** Controller name in the URL where the customer's API prescribes one. */
  wire?: string
  /** Table name where the default would be an SQL keyword. */
  table?: string
  /** Small and read often: cached in memory by every process, invalidated on change. */
  cached?: true
  /** Remove sets a deletion mark instead of deleting the row; history keeps it. */
  softDelete?: true
  /** Rows are inserted, never changed or removed: the application has no right to on its table. */
  appendOnly?: true
  /** Fields of an append-only table that the program computes anew from its rows: the application may update these columns and no others. */
  recomputed?: ReadonlyArray<keyof F & string>
  /** Who may read id and title for select boxes: any session (`open`), or holders of `list` within their scope (`scoped`). */
  select?: 'open' | 'scoped'
  /** Further fields of a select item besides id, value and label. */
  selectFields?: ReadonlyArray<keyof F & string>
  /** Field that points at the parent row. */
  tree?: keyof F & string
  /** Filters by fields of the row that a reference names: `studentId.classId`, with that field. */
  filters?: Readonly<Partial<Record<`${keyof F & string}.${string}`, Field>>>
  /** Default order of a list, `-` before a field for descending. */
  sort?: ReadonlyArray<string>
  /** For lists of millions of rows: the total is counted up to this number; beyond it the page only states that there are more. */
  countsUpTo?: number
  /** That there is a row about somebody tells something. Equal values of its encrypted fields have nothing in common at rest and are found by no filter; its history keeps which fields
   *  were changed and no value; it is not among what is named when a row that it refers to cannot be removed. */
  isUncounted?: true
  /** Licence limit. `new`: no rows can be added once the licence has expired. `students`: an import is refused beyond the licensed number of matching rows. */
  limit?: 'new' | { students: Readonly<Record<string, string | boolean>> }
  /** Natural key by which an import matches existing rows. */
  importKey?: ReadonlyArray<keyof F & string>
  verbs?: readonly Verb[]
  /** Date of deprecation of its record verbs (`2026-09-01`). */
  deprecatedAt?: string
  /** Business rules that refuse a write, with their message; keys become `{module}.{entity}.{key}`. */
  refusals?: Readonly<Record<string, string>>
}
export interface Entity<F extends Fields = Fields> {
  readonly name: string
  readonly module: string
  readonly label: string
  readonly fields: F
  /** Field names widened to strings, so that every entity is assignable to `Entity`. */
  readonly options: EntityOptions<Fields>
  readonly table: string
  readonly wire: string
  readonly verbs: readonly Verb[]
}
/** A row as stored, secret fields included. */
export type StoredRow<E> = E extends Entity<infer F> ? Values<F> & RowHead : never
/** A row as read, without secret fields. */
export type Row<E> = E extends Entity<infer F> ? Values<Readable<F>> & RowHead : never
type Readable<F extends Fields> = { [K in keyof F as IsSecret<F[K]> extends true ? never : K]: F[K] }
type IsSecret<X> = X extends Field<infer _T, infer O> ? (O extends { secret: true } ? true : false) : false
/** Names of an entity's secret fields. */
export type SecretKey<E> = E extends Entity<infer F> ? { [K in keyof F]: IsSecret<F[K]> extends true ? K : never }[keyof F] & string : never
export type DraftOf<E> = E extends Entity<infer F> ? Draft<F> : never
/** A type alias, not an interface, so that a row is assignable to a record type. */
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

/** Declares an entity once for database, API, web and spreadsheets. `path` is `{module}.{entity}`. */
export function entity<const F extends Fields>(path: `${string}.${string}`, label: string, fields: F, options: EntityOptions<F>): Entity<F> {
  const [module, name] = path.split('.') as [string, string]
  if (entities.has(name)) throw new Error(`entity ${name} is declared twice`)
  for (const [by, field] of Object.entries<Field | undefined>(options.filters ?? {}))
    if (field?.options.sensitivity || field?.options.encrypted || field?.options.secret) throw new Error(`entity ${name} is filtered by ${by}, which is protected`)
  const made: Entity<F> = {
    name,
    module,
    label,
    // null prototype: a field name from a request such as `constructor` must not resolve
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
/** Looks up an entity by name; throws when no loaded module declares it. */
export function entityNamed(name: string): Entity {
  const found = entities.get(name)
  if (!found) throw new Error(`no entity ${name}`)
  return found
}
export const hasEntity = (name: string): boolean => entities.has(name)
export const permissionKey = (of: { module: string; name: string }, verb: string): string => `${of.module}:${of.name}:${verb}`

/** The field that a filter of this name compares: of the entity, or of the row that a reference names. */
export const filteredBy = (e: Entity, name: string): Field | undefined => e.fields[name] ?? (e.options.filters as Readonly<Record<string, Field>> | undefined)?.[name]
/** Fields with a column in the table. */
export const storedFields = (e: Entity): Array<[string, Field]> => Object.entries(e.fields).filter(([, f]) => !f.options.computed)
/** Fields a client may send. */
export const givenFields = (e: Entity): Array<[string, Field]> => Object.entries(e.fields).filter(([, f]) => !f.options.computed && !f.options.readonly)
/** Fields that may appear in a response. */
export const shownFields = (e: Entity): Array<[string, Field]> => Object.entries(e.fields).filter(([, f]) => !f.options.secret)

export const snake = (name: string): string => name.replace(/[A-Z]/g, c => `_${c.toLowerCase()}`)
/** Name of the field with a reference's display text: `classId` → `className`, and of a list of them `classIds` → `classNames`. */
export const labelKey = (fieldName: string): string => (fieldName.endsWith('Ids') ? fieldName.replace(/Ids$/, 'Names') : `${fieldName.replace(/Id$/, '')}Name`)
/** Whether a field names rows: a reference or a list of them. */
export const isReference = (field: Field): boolean => field.kind === 'ref' || (field.kind === 'list' && field.options.of?.kind === 'ref')
/** Memoises a value derived from an entity's declaration: `make` runs once per entity. */
export function perEntity<T>(make: (e: Entity) => T): (e: Entity) => T {
  const made = new WeakMap<Entity, { value: T }>()
  return e => {
    const known = made.get(e) ?? { value: make(e) }
    made.set(e, known)
    return known.value
  }
}
