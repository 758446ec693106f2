import type { Dictionary } from './dictionary.ts'

/** How a personal value is shortened where the reader may not see it whole. */
export type Mask = 'phone' | 'idNo' | 'name' | 'address' | 'email' | 'whole'
/** Named checks that a text may have to pass; both halves run the same code (`checks.ts`). */
export type TextFormat = 'mobile' | 'phone' | 'email' | 'url' | 'citizenId' | 'digits' | 'code' | 'uuid'

export interface FieldOptions {
  /** Must be given at creation and can never be emptied. */
  required?: boolean
  /** Given at creation, refused afterwards. */
  immutable?: boolean
  /** Set by the server only; a draft or an import that names it is refused. */
  readonly?: boolean
  /** Not stored: filled by the server when rows leave (`compute()`). */
  computed?: boolean
  /** Stored, never leaves the server. `true`: and no read selects it but one that names it (`rows.with('secret')`); `internal`: the program's own state, read with its row. */
  secret?: boolean | 'internal'
  /** Of a stored secret (`secret` and `encrypted`): the fields that say where the server sends it. One of them changed without the secret given anew is refused. Empty: it is sent nowhere. */
  sentTo?: readonly string[]
  /** Value of a new row when the draft says nothing. */
  initial?: string | number | boolean | null
  /** S1 personal: masked unless the reader may reveal. S2 sensitive: absent without permission, every read audited. */
  sensitivity?: 'S1' | 'S2'
  mask?: Mask
  /** It leaves as it is, although it is a personal value of an entity or is called or formatted like one. The text is the reason, for reviewers. */
  clear?: string
  /** In an answer, of a `json` field: why its shape cannot be declared. Nothing in it is masked. */
  untyped?: string
  /** AES-256-GCM at rest, with an HMAC beside it for exact-match search and uniqueness. */
  encrypted?: boolean
  /** The keyword of a list searches it. */
  search?: boolean
  /** A list may be ordered by it; an index exists. */
  sortable?: boolean
  help?: string
}
export interface TextOptions extends FieldOptions {
  max?: number
  min?: number
  format?: TextFormat
  /** Longer than one line. */
  multiline?: boolean
  /** People write it, and the program does in words of its own: those are read in the reader's language. */
  translatable?: boolean
}
export interface NumberOptions extends FieldOptions {
  min?: number
  max?: number
}
export interface DecimalOptions extends NumberOptions {
  precision?: number
  scale?: number
}

export type FieldKind = 'text' | 'integer' | 'decimal' | 'money' | 'date' | 'time' | 'datetime' | 'bool' | 'dict' | 'choice' | 'ref' | 'list' | 'shape' | 'files' | 'rich' | 'json'

/** One field of an entity, an action's input or its answer. `T` is its value in TypeScript, `O` its options. */
export interface Field<T = unknown, O = FieldOptions & Extras> {
  readonly kind: FieldKind
  readonly label: string
  readonly options: O & FieldOptions & Extras
  /** Only for types. */
  readonly _value?: T
}
/** What single kinds carry besides the common options. */
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
  /** Entity name a `ref` points at; a name, not the object, so that entities may point at each other. */
  to?: string
  of?: Field
  fields?: Fields
  maxFiles?: number
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
/** An amount in integer fen; yuan on screen and in Excel. */
export const money = <const O extends NumberOptions = typeof none>(label: string, options: O = {} as O) => make<number>('money')(label, options)
/** `YYYY-MM-DD`. */
export const date = <const O extends FieldOptions = typeof none>(label: string, options: O = {} as O) => make<string>('date')(label, options)
/** `HH:MM`. */
export const time = <const O extends FieldOptions = typeof none>(label: string, options: O = {} as O) => make<string>('time')(label, options)
/** ISO 8601 with offset; stored in UTC. */
export const datetime = <const O extends FieldOptions = typeof none>(label: string, options: O = {} as O) => make<string>('datetime')(label, options)
export const bool = <const O extends FieldOptions = typeof none>(label: string, options: O = {} as O) => make<boolean>('bool')(label, options)
/** A code of a data dictionary that the school may extend. */
export const dict = <const O extends FieldOptions = typeof none>(label: string, dictionary: Dictionary, options: O = {} as O) =>
  make<string>('dict')(label, options, { dictionary })
/** A code fixed in the program because logic depends on it. */
export const choice = <const C extends Readonly<Record<string, string>>, const O extends FieldOptions = typeof none>(label: string, choices: C, options: O = {} as O) =>
  make<`${keyof C & (string | number)}`>('choice')(label, options, { choices })
/** Row id of another entity. */
export const ref = <const O extends FieldOptions = typeof none>(to: string, label: string, options: O = {} as O) => make<string>('ref')(label, options, { to })
/** Several values of one field. */
export const list = <T, const O extends NumberOptions = typeof none>(label: string, of: Field<T>, options: O = {} as O) => make<T[]>('list')(label, options, { of: of as Field })
/** A nested object, in inputs and answers only. */
export const shape = <const F extends Fields, const O extends FieldOptions = typeof none>(label: string, fields: F, options: O = {} as O) =>
  make<Values<F>>('shape')(label, options, { fields })
export const files = <const O extends FieldOptions = typeof none>(label: string, options: O & { maxFiles?: number; types?: readonly string[] } = {} as O) =>
  make<string[]>('files')(label, options)
/** Formatted text, sanitised when it is written; `max` counts its markup too, 200,000 when nothing is said. */
export const rich = <const O extends TextOptions = typeof none>(label: string, options: O = {} as O) => make<string>('rich')(label, options)
export const json = <T = unknown, const O extends FieldOptions = FieldOptions>(label: string, options: O = {} as O) => make<T>('json')(label, options)

const PERSONAL_FORMATS: ReadonlySet<unknown> = new Set<TextFormat>(['mobile', 'phone', 'email', 'citizenId'])
const PERSONAL_NAME = /(?:phone|mobile|e?mail|idNo|idCard|address)$/i
/** Whether a field is formatted or called like a personal value. */
export const looksPersonal = (name: string, { kind, options = {} }: { kind: FieldKind; options?: { format?: TextFormat } }): boolean =>
  kind === 'text' && (PERSONAL_NAME.test(name) || PERSONAL_FORMATS.has(options.format))

/** A personal or sensitive field of an entity in an answer whose readers may see it whole; `why` says who they are. What is S2 needs an audit entry of the handler's, unless it is the reader's own. */
export const revealed = <T, O extends FieldOptions & Extras>({ kind, label, options: { sensitivity: _sensitivity, ...options } }: Field<T, O>, why: string): Field<T, O> =>
  ({ kind, label, options: { ...options, clear: why } }) as unknown as Field<T, O>
/** The same for all personal and sensitive fields among these. */
export const revealedAll = <const F extends Fields>(fields: F, why: string): F =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.options.sensitivity ? revealed(field, why) : field])) as F

type ValueOf<X> = X extends Field<infer T, infer O> ? (O extends { required: true } ? T : T | null) : never
/** The values of some fields as they are stored and answered. */
export type Values<F extends Fields> = { -readonly [K in keyof F]: ValueOf<F[K]> }
type Given<F extends Fields> = {
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
/** What a caller hands in to make a row. */
export type Draft<F extends Fields> = { [K in MustGive<F>]: ValueOf<F[K]> } & { [K in Exclude<Given<F>, MustGive<F>>]?: ValueOf<F[K]> | null }
/** What a caller hands in to an action: required fields must be there. */
export type Input<F extends Fields> = Draft<F>
