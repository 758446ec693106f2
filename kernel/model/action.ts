import { type Entity, perEntity, permissionKey } from './entity.ts'
import type { Field, Fields, Input, Values } from './field.ts'

/** Access control: public (`open`, with the reason), any signed-in session, or holders of the permission. */
export type Access = 'signedIn' | 'permission' | { open: string }
/** Rate limit: calls per minute and IP address; actions naming the same `group` share one counter. */
export type CallLimit = number | { perMinute: number; group: string }
/** Shape of the response: an object of fields, one value, no data, or a file. Fields taken from an entity keep their sensitivity. */
export type Output = Fields | Field | 'none' | 'file'
export interface ActionOptions<I extends Fields, O extends Output, M extends boolean = boolean> {
  method?: 'GET' | 'POST'
  input?: I
  /** Shape of `data`; an array of it with `many`. S1 values are masked and S2 values withheld unless declared `revealed`. */
  output: O
  many?: M
  access?: Access
  /** Checked before the body is read; calls beyond it get 429. Open actions have a default limit. */
  limit?: CallLimit
  /** For GETs whose data changes rarely: the response carries an ETag, a matching If-None-Match gets 304. */
  etag?: true
  /** Date of deprecation (`2026-09-01`). The action still works, but every response says that it is deprecated. */
  deprecatedAt?: string
  /** Platform administration: the action exists in tenant 000000 only, and its handler may access all tenants through `platformOf`. */
  realm?: 'platform'
  /** Sign-in realms besides the admin realm whose accounts may hold the permission; `signedIn` is for all of them. */
  realms?: ReadonlyArray<'welcome' | 'exam'>
  /** Permission of another action or verb that also grants this one. Together with `signedIn` the permission stays grantable and the handler checks who else may call (e.g.
   *  the row's owner). */
  permission?: string
  /** Service segment of the URL, where it differs from the module's. */
  service?: string
  /** Callable in a restricted session, i.e. before a required step (new password, privacy notice) is done. */
  allowWhileRestricted?: true
  /** Whether a POST runs in one transaction. `false`: the handler opens its own transactions, because the work is too large for one or its parts are independent. `late`: one
   *  transaction, begun by the handler after its checks, so that a refusal writes nothing. */
  isWhole?: boolean | 'late'
  /** A POST of which no idempotency key is kept: beside the caller, the hash of what was sent would tell what an anonymous answer conceals. */
  isUnrecorded?: true
  /** Computes over a whole school and may take minutes: browsers wait as long as for a file. The page says how long in `Loaded`. */
  isSlow?: true
  /** The answer is drawn as it comes: callers who accept `text/event-stream` get events `text` (what there is so far) and then `answer` or `refused`. */
  streams?: true
  /** `id` names one row of the entity; the handler must find it with `db.visible`, within the data scope of the action's permission. List rows state in `abilities` where this
   *  scope is narrower than the list's, so that no button leads to a 404. */
  inScope?: true
  /** `{key: sentence}`; `{name}` placeholders are filled with the refusal's values. */
  refusals?: Readonly<Record<string, string>>
}
export interface Action<I extends Fields = Fields, O extends Output = Output, M extends boolean = boolean> {
  readonly module: string
  /** First path segment: entity or controller. */
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
  readonly realms: ReadonlyArray<'welcome' | 'exam'>
  readonly permission: string
  /** Whether the permission can be granted to roles. */
  readonly isGrantable: boolean
  readonly service: string | undefined
  readonly allowWhileRestricted: boolean
  readonly isWhole: boolean | 'late'
  readonly isUnrecorded: boolean
  readonly isSlow: boolean
  readonly streams: boolean
  readonly inScope: boolean
  readonly refusals: Readonly<Record<string, string>>
}
export type InputOf<A> = A extends Action<infer I, infer _O> ? Input<I> : never
export type OutputOf<A> = A extends Action<infer _I, infer O> ? Answered<O> : never
type Answered<O> = O extends string ? true : O extends Field ? NonNullable<O['_value']> : O extends Fields ? Values<O> : true
export const isField = (output: Fields | Field): output is Field => typeof output.kind === 'string'
/** Fields of an action's response; a single value is named `value`. */
export const outputFields = (output: Output): Fields => (typeof output === 'string' ? {} : isField(output) ? { value: output } : output)

const actions: Action[] = []
const byName = new Map<string, Action>()

/** Declares a verb beyond the record verbs. `path` is `{module}.{entity}.{verb}`; its URL `{service}/{entity's wire name}/{verb}`. */
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
    realms: options.realms ?? [],
    isGrantable: (options.access ?? 'permission') === 'permission' || options.permission !== undefined,
    permission: options.permission ?? `${module}:${of}:${name}`,
    service: options.service,
    allowWhileRestricted: options.allowWhileRestricted ?? false,
    isWhole: options.isWhole ?? true,
    isSlow: options.isSlow ?? false,
    streams: options.streams ?? false,
    isUnrecorded: options.isUnrecorded ?? false,
    inScope: options.inScope ?? false,
    refusals: options.refusals ?? {},
  } satisfies Action<I, O, M>
  actions.push(made as unknown as Action)
  if (!byName.has(`${of}.${name}`)) byName.set(`${of}.${name}`, made as unknown as Action)
  return made
}
export const allActions = (): readonly Action[] => actions
/** Looks up an action of an entity or controller by verb; undefined for the generated record verbs. */
export const actionNamed = (of: string, name: string): Action | undefined => byName.get(`${of}.${name}`)
/** Permissions that apply to a single row within a data scope: update, remove, and the entity's actions with `inScope`. */
export const rowPermissions = perEntity(
  (e): ReadonlyArray<{ name: string; permission: string }> => [
    ...(['update', 'remove'] as const).filter(verb => e.verbs.includes(verb)).map(verb => ({ name: verb, permission: permissionKey(e, verb) })),
    ...actions.filter(a => a.inScope && a.module === e.module && a.of === e.name).map(({ name, permission }) => ({ name, permission })),
  ],
)
export type { Entity }
