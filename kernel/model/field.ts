import type { Dictionary } from './dictionary.ts'
import type { States } from './states.ts'

/** How a personal value is masked for readers without the permission to see it in full. */
export type Mask = 'phone' | 'idNo' | 'name' | 'address' | 'email' | 'whole'
/** Named text formats, validated by the same code (`checks.ts`) in browser and server. */
export type TextFormat = 'mobile' | 'phone' | 'email' | 'url' | 'citizenId' | 'digits' | 'code' | 'uuid'

export interface FieldOptions {
  /** Must be given on creation and cannot be set to null. */
  required?: boolean
  /** Can be set on creation only. */
  immutable?: boolean
  /** Set by the server only; input or import that names it is refused. */
  readonly?: boolean
  /** Not stored; computed by the server when rows are read (`compute()`). */
  computed?: boolean
  /** Stored but never sent to clients. `true`: read only when selected explicitly (`rows.with('secret')`); `internal`: the program's own state, read with the row. */
  secret?: boolean | 'internal'
  /** For a stored secret (`secret` and `encrypted`): fields that determine the host the server sends it to. Changing one without re-entering the secret is refused. Empty: it
   *  is sent nowhere. */
  sentTo?: readonly string[]
  /** Default of a new row. */
  initial?: string | number | boolean | null
  /** S1 personal: masked unless the reader may reveal it. S2 sensitive: omitted without permission, every read is audited. */
  sensitivity?: 'S1' | 'S2'
  mask?: Mask
  /** Sensitive although shown in full to its own reader: never kept on a device. Set by `revealed`. */
  isNeverKept?: true
  /** Exempt from masking although it is a personal value or looks like one. The text is the reason, for reviewers. */
  clear?: string
  /** For a `json` field of an action: why its shape cannot be declared. Of an answer nothing in it is masked, of an input nothing is checked. */
  untyped?: string
  /** AES-256-GCM at rest, with an HMAC column for exact-match search and uniqueness. */
  encrypted?: boolean
  /** Searched by the keyword of a list. */
  search?: boolean
  /** Lists can be sorted by it; an index exists. */
  sortable?: boolean
  help?: string
  /** Forms offer to draft the text from keywords, where a module can (`web/acts/DraftAid.tsx`). `code` names the field among all that do; `marks` is the switch of the same
   *  entity that is set when a draft is taken. */
  drafts?: { readonly code: string; readonly marks: string }
}
export interface TextOptions extends FieldOptions {
  max?: number
  min?: number
  format?: TextFormat
  /** Multi-line text, edited in a text area. */
  multiline?: boolean
  /** Free text that the program may also fill with a phrase of its own; such phrases are translated for the reader. */
  translatable?: boolean
}
export interface NumberOptions extends FieldOptions {
  min?: number
  max?: number
}
interface RefOptions extends FieldOptions, Pick<Extras, 'role' | 'isPart'> {}
export interface DecimalOptions extends NumberOptions {
  precision?: number
  scale?: number
}

export type FieldKind = 'text' | 'integer' | 'decimal' | 'money' | 'date' | 'time' | 'datetime' | 'bool' | 'dict' | 'choice' | 'ref' | 'list' | 'shape' | 'files' | 'rich' | 'json'

/** A field of an entity, or of an action's input or response. `T` is its TypeScript type, `O` its options. */
export interface Field<T = unknown, O = FieldOptions & Extras> {
  readonly kind: FieldKind
  readonly label: string
  readonly options: O & FieldOptions & Extras
  /** Type-level only. */
  readonly _value?: T
}
/** Options specific to some kinds. */
export interface Extras {
  max?: number
  min?: number
  format?: TextFormat
  multiline?: boolean
  translatable?: boolean
  precision?: number
  scale?: number
  dictionary?: Dictionary
  choices?: Readonly<Record<string, string>>
  /** The states a `choice` was declared by. */
  states?: States
  /** Name of the entity a `ref` points at; a name rather than the object, so that entities can reference each other. */
  to?: string
  /** Of accounts, only holders of this role are offered: to users who may list the rows, or take the action, that name them. */
  role?: string
  /** The row that refers is a part of the one it names, such as its earlier texts, and keeps nobody from removing it. */
  isPart?: true
  of?: Field
  fields?: Fields
  maxFiles?: number
  /** Size of a file in MB. */
  mostMb?: number
  types?: readonly string[]
}
export type Fields = Readonly<Record<string, Field>>

const make =
  <T>(kind: FieldKind) =>
  <const O extends FieldOptions>(label: string, options: O, extras: Extras = {}) =>
    ({ kind, label, options: { ...options, ...extras } }) as unknown as Field<T, O>

const none = {}
export const text = <const O extends TextOptions = typeof none>(label: string, options: O = {} as O) => make<string>('text')(label, options)
export const integer = <const O extends NumberOptions = typeof none>(label: string, options: O = {} as O) => make<number>('integer')(label, options)
export const decimal = <const O extends DecimalOptions = typeof none>(label: string, options: O = {} as O) => make<number>('decimal')(label, options)
/** An amount in integer fen; shown as yuan in web and spreadsheets. */
export const money = <const O extends NumberOptions = typeof none>(label: string, options: O = {} as O) => make<number>('money')(label, options)
/** `YYYY-MM-DD`. */
export const date = <const O extends FieldOptions = typeof none>(label: string, options: O = {} as O) => make<string>('date')(label, options)
/** `HH:MM`. */
export const time = <const O extends FieldOptions = typeof none>(label: string, options: O = {} as O) => make<string>('time')(label, options)
/** ISO 8601 with offset; stored in UTC. */
export const datetime = <const O extends FieldOptions = typeof none>(label: string, options: O = {} as O) => make<string>('datetime')(label, options)
export const bool = <const O extends FieldOptions = typeof none>(label: string, options: O = {} as O) => make<boolean>('bool')(label, options)
/** A code of a data dictionary; schools may add items. */
export const dict = <const O extends FieldOptions = typeof none>(label: string, dictionary: Dictionary, options: O = {} as O) =>
  make<string>('dict')(label, options, { dictionary })
/** A code fixed in the program, because logic depends on it. */
export const choice = <const C extends Readonly<Record<string, string>>, const O extends FieldOptions = typeof none>(label: string, choices: C, options: O = {} as O) =>
  make<`${keyof C & (string | number)}`>('choice')(label, options, { choices })
type Labelled = Readonly<Record<string, { readonly label: string }>>
/** Labels for `choice`, of a table that says more of each code than its label. */
export const labelsOf = <const T extends Labelled>(of: T) =>
  Object.fromEntries(Object.entries(of).map(([code, { label }]) => [code, label])) as { readonly [C in keyof T & string]: T[C]['label'] }
/** Row id of another entity. */
export const ref = <const O extends RefOptions = typeof none>(to: string, label: string, options: O = {} as O) => make<string>('ref')(label, options, { to })
/** A list of values. */
export const list = <T, const O extends NumberOptions = typeof none>(label: string, of: Field<T>, options: O = {} as O) => make<T[]>('list')(label, options, { of: of as Field })
/** A nested object; in inputs and responses only. */
export const shape = <const F extends Fields, const O extends FieldOptions = typeof none>(label: string, fields: F, options: O = {} as O) =>
  make<Values<F>>('shape')(label, options, { fields })
export const files = <const O extends FieldOptions = typeof none>(label: string, options: O & Pick<Extras, 'maxFiles' | 'mostMb' | 'types'> = {} as O) =>
  make<string[]>('files')(label, options)
/** Rich text, sanitised on write. `max` includes the markup; 200,000 by default. */
export const rich = <const O extends TextOptions = typeof none>(label: string, options: O = {} as O) => make<string>('rich')(label, options)
export const json = <T = unknown, const O extends FieldOptions = FieldOptions>(label: string, options: O = {} as O) => make<T>('json')(label, options)

const PERSONAL_FORMATS: ReadonlySet<unknown> = new Set<TextFormat>(['mobile', 'phone', 'email', 'citizenId'])
const PERSONAL_NAME = /(?:phone|mobile|e?mail|idNo|idCard|address)$/i
/** Whether a field's format or name suggests a personal value. */
export const looksPersonal = (name: string, { kind, options = {} }: { kind: FieldKind; options?: { format?: TextFormat } }): boolean =>
  kind === 'text' && (PERSONAL_NAME.test(name) || PERSONAL_FORMATS.has(options.format))

/** Copies an S1 or S2 field for a response whose readers may see it unmasked; `why` says who they are. For S2 the handler must write an audit entry, unless readers only see
 *  their own. */
export const revealed = <T, O extends FieldOptions & Extras>({ kind, label, options: { sensitivity, ...options } }: Field<T, O>, why: string): Field<T, O> =>
  ({ kind, label, options: { ...options, clear: why, ...(sensitivity === 'S2' ? { isNeverKept: true } : {}) } }) as unknown as Field<T, O>
/** The same for all S1 and S2 fields among these. */
export const revealedAll = <const F extends Fields>(fields: F, why: string): F =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.options.sensitivity ? revealed(field, why) : field])) as F

/** Some of these fields: for an answer with values of an entity, described once. */
export const pickFields = <const F extends Fields, const K extends keyof F & string>(fields: F, names: readonly K[]): Pick<F, K> =>
  Object.fromEntries(names.map(name => [name, fields[name]])) as Pick<F, K>

type ValueOf<X> = X extends Field<infer T, infer O> ? (O extends { required: true } ? T : T | null) : never
/** TypeScript type of a set of fields, as stored and as in responses. */
export type Values<F extends Fields> = { -readonly [K in keyof F]: ValueOf<F[K]> }
type WritableKeys<F extends Fields> = {
  [K in keyof F]: F[K] extends Field<infer _T, infer O> ? (O extends { readonly: true } | { computed: true } ? never : K) : never
}[keyof F]
type MustGive<F extends Fields> = {
  [K in keyof F]: F[K] extends Field<infer _T, infer O>
    ? O extends { required: true }
      ? O extends { initial: unknown } | { readonly: true } | { computed: true }
        ? never
        : K
      : never
    : never
}[keyof F]
/** Input for creating a row. */
export type Draft<F extends Fields> = { [K in MustGive<F>]: ValueOf<F[K]> } & { [K in Exclude<WritableKeys<F>, MustGive<F>>]?: ValueOf<F[K]> | null }
/** Input of an action; required fields must be present. */
export type Input<F extends Fields> = Draft<F>
