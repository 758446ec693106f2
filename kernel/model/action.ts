import { type Entity, perEntity, permissionKey } from './entity.ts'
import type { Field, Fields, Input, Values } from './field.ts'

/** Who may call: nobody signed in needed (`open`, with a reason), anybody signed in, or holders of the permission. */
export type Access = 'signedIn' | 'permission' | { open: string }
/** Calls a minute for each address; calls that name the same `group` are counted together. */
export type CallLimit = number | { perMinute: number; group: string }
/** What an action answers: an object of these fields, one value, nothing but success, or a file. Fields of an entity bring their sensitivity along. */
export type Output = Fields | Field | 'none' | 'file'
export interface ActionOptions<I extends Fields, O extends Output, M extends boolean = boolean> {
  method?: 'GET' | 'POST'
  input?: I
  /** Shape of `data`; with `many` an array of it. Personal values in it are masked, sensitive ones withheld (see `revealed`). */
  output: O
  many?: M
  access?: Access
  /** Counted before the body is read; more calls are answered 429. Open actions have a default. */
  limit?: CallLimit
  /** The answer of a GET changes seldom: it carries an ETag, and a reader who has it already gets 304. */
  etag?: true
  /** Since when callers should use something else (`2026-09-01`): it still answers, and says so with every answer. */
  deprecatedAt?: string
  /** Part of running the installation: it answers in tenant 000000 only, and its handler may open the door to all schools (`platformOf`). */
  realm?: 'platform'
  /** Permission of another action or verb that also grants this one. With `signedIn` it may be granted all the same, and the handler judges who else may: owners beside administrators. */
  permission?: string
  /** Service of its address, where the wire names another than the module's. */
  service?: string
  /** Answers while something else (a new password, the privacy notice) must still be done first. */
  allowWhileRestricted?: true
  /** Whether a POST is one transaction; without it the handler opens its own: too much for one, or parts that stand for themselves.
   *  `late`: it is one, whose result is the answer, but the handler begins it after it has looked, so that a refusal writes nothing. */
  isWhole?: boolean | 'late'
  /** Its `id` names one row of the entity, which the handler finds by `db.visible`: within the scope of its permission and nowhere else. Rows that are listed
   *  say where this reaches less far than the list (`abilities`), so that no button is drawn that answers 404. */
  inScope?: true
  /** `{key: sentence}`; `{name}` in a sentence is filled with the refusal's values. */
  refusals?: Readonly<Record<string, string>>
}
export interface Action<I extends Fields = Fields, O extends Output = Output, M extends boolean = boolean> {
  readonly module: string
  /** Entity or controller the path begins with. */
  readonly of: string
  readonly name: string
  readonly label: string
  readonly method: 'GET' | 'POST'
  readonly input: I
  readonly output: O
  readonly many: M
  readonly access: Access
  readonly limit: CallLimit | undefined
  readonly etag: boolean
  readonly deprecatedAt: string | undefined
  readonly realm: 'platform' | undefined
  readonly permission: string
  /** Whether roles can be given its permission. */
  readonly isGrantable: boolean
  readonly service: string | undefined
  readonly allowWhileRestricted: boolean
  readonly isWhole: boolean | 'late'
  readonly inScope: boolean
  readonly refusals: Readonly<Record<string, string>>
}
export type InputOf<A> = A extends Action<infer I, infer _O> ? Input<I> : never
export type OutputOf<A> = A extends Action<infer _I, infer O> ? Answered<O> : never
type Answered<O> = O extends string ? true : O extends Field ? NonNullable<O['_value']> : O extends Fields ? Values<O> : true
export const isField = (output: Fields | Field): output is Field => typeof output.kind === 'string'
/** The fields of what an action answers; one value is called `value`. */
export const outputFields = (output: Output): Fields => (typeof output === 'string' ? {} : isField(output) ? { value: output } : output)

const actions: Action[] = []
const byName = new Map<string, Action>()

/** Declares a verb beyond the record verbs. `path` is `{module}.{entity}.{verb}`; its address `{service}/{entity's wire name}/{verb}`. */
export function action<const I extends Fields = Record<never, never>, const O extends Output = Output, const M extends boolean = false>(
  path: `${string}.${string}.${string}`,
  label: string,
  options: ActionOptions<I, O, M>,
): Action<I, O, M> {
  const [module, of, name] = path.split('.') as [string, string, string]
  const made = {
    module,
    of,
    name,
    label,
    method: options.method ?? 'POST',
    input: (options.input ?? {}) as I,
    output: options.output,
    many: (options.many ?? false) as M,
    access: options.access ?? 'permission',
    limit: options.limit,
    etag: options.etag ?? false,
    deprecatedAt: options.deprecatedAt,
    realm: options.realm,
    isGrantable: (options.access ?? 'permission') === 'permission' || options.permission !== undefined,
    permission: options.permission ?? `${module}:${of}:${name}`,
    service: options.service,
    allowWhileRestricted: options.allowWhileRestricted ?? false,
    isWhole: options.isWhole ?? true,
    inScope: options.inScope ?? false,
    refusals: options.refusals ?? {},
  } satisfies Action<I, O, M>
  actions.push(made as unknown as Action)
  if (!byName.has(`${of}.${name}`)) byName.set(`${of}.${name}`, made as unknown as Action)
  return made
}
export const allActions = (): readonly Action[] => actions
/** The action of an entity or controller by its verb; undefined where there is none, as for the record verbs. */
export const actionNamed = (of: string, name: string): Action | undefined => byName.get(`${of}.${name}`)
/** What is done with one row that lies in the scope of a permission: changing and removing it, and the entity's actions that are declared so. */
export const rowPermissions = perEntity(
  (e): ReadonlyArray<{ name: string; permission: string }> => [
    ...(['update', 'remove'] as const).filter(verb => e.verbs.includes(verb)).map(verb => ({ name: verb, permission: permissionKey(e, verb) })),
    ...actions.filter(a => a.inScope && a.module === e.module && a.of === e.name).map(({ name, permission }) => ({ name, permission })),
  ],
)
export type { Entity }
