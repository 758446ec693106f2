import { actionNamed } from './action.ts'
import { type Entity, perEntity } from './entity.ts'
import { choice, type Field, type FieldOptions } from './field.ts'
import { Refusal } from './refusal.ts'

/** Colour of a state on the web: 青 done or present, 蓝 under way, 藤黄 wants attention, 朱砂 refused, grey over, ring not yet begun. */
export type Tone = 'done' | 'going' | 'attention' | 'refused' | 'over' | 'waiting'
export interface State {
  label: string
  tone: Tone
}
/** The states of a row: their labels, colours, and the verbs each allows. A verb is the name of one of the entity's actions, or `update` or `remove`. */
export interface States<S extends string = string, V extends string = string> {
  readonly labels: Readonly<Record<S, string>>
  readonly tones: Readonly<Record<S, Tone>>
  readonly verbs: Readonly<Record<V, readonly S[]>>
  /** The field, of an entity (required and read-only unless the options say otherwise) or of an answer. */
  field(label: string): Field<S, Defaults & { states: States<S, V> }>
  field<const O extends FieldOptions>(label: string, options: O): Field<S, Omit<Defaults, keyof O> & O & { states: States<S, V> }>
  /** Whether a row in this state allows the verb. Further conditions of a row stand beside it. */
  allows(row: { readonly state: string }, verb: V): boolean
}
type Defaults = { required: true; readonly: true }

/** Declares states once for database, web and server: `states({ open: { label: '待处理', tone: 'going' } }, { close: ['open'] })`. */
export function states<const D extends Readonly<Record<string, State>>, const V extends Readonly<Record<string, ReadonlyArray<keyof D & string>>> = Record<never, never>>(
  described: D,
  verbs?: V,
): States<keyof D & string, keyof V & string> {
  const pick = <K extends keyof State>(key: K) => Object.fromEntries(Object.entries(described).map(([code, state]) => [code, state[key]])) as Record<keyof D & string, State[K]>
  const allowed: Readonly<Record<string, readonly string[]>> = verbs ?? {}
  const made = {
    labels: pick('label'),
    tones: pick('tone'),
    verbs: allowed,
    field: (label: string, options: FieldOptions = {}) => choice(label, made.labels, { required: true, readonly: true, ...options, states: made }),
    allows: ({ state }: { readonly state: string }, verb: string) => allowed[verb]?.includes(state) ?? false,
  }
  return made as unknown as States<keyof D & string, keyof V & string>
}
/** Verbs named by the states of an entity. */
export type StateVerb<E> =
  E extends Entity<infer F> ? { [K in keyof F]: F[K] extends Field<infer _T, infer O> ? (O extends { states: States<string, infer V> } ? V : never) : never }[keyof F] : never

/** Fields with states, by name. */
export const stateFields = perEntity(
  (of): ReadonlyArray<readonly [string, States]> => Object.entries(of.fields).flatMap(([name, { options }]) => (options.states ? [[name, options.states] as const] : [])),
)
/** Whether the states of this row allow a verb; verbs they do not name are allowed. */
export const stateAllows = (of: Entity, row: object, verb: string): boolean =>
  stateFields(of).every(([name, { verbs }]) => {
    const state = (row as Readonly<Record<string, unknown>>)[name]
    return !verbs[verb] || typeof state !== 'string' || verbs[verb].includes(state)
  })
/** The refusal that every entity with states has under the key `state`, and the record verbs that states may name. */
export const STATE_TEXTS = { state: '“{title}”{state}，不能{verb}', update: '修改', remove: '删除' } as const

/** The refusal of a verb: for conditions beyond the state, whose sentence the state explains. */
export function notAllowed<E extends Entity>(of: E, row: object, verb: StateVerb<E>, title?: string): Refusal {
  const values: Readonly<Record<string, unknown>> = { ...row }
  const [name, found] = stateFields(of).find(([, { verbs }]) => verbs[verb]) ?? []
  const label = actionNamed(of.name, verb)?.label ?? (verb === 'update' || verb === 'remove' ? STATE_TEXTS[verb] : undefined)
  if (!name || !found || !label) throw new Error(`${of.module}.${of.name} has no verb ${verb}`)
  return new Refusal(422, [
    {
      rule: `${of.module}.${of.name}.state`,
      text: STATE_TEXTS.state,
      values: { title: title ?? titleOf(of, values), state: found.labels[String(values[name])] ?? '—', verb: label },
    },
  ])
}
/** Refuses a verb that the row's state does not allow; `title` names the row where its own title does not. */
export function mustAllow<E extends Entity>(of: E, row: object, verb: StateVerb<E>, title?: string): void {
  if (!stateAllows(of, row, verb)) throw notAllowed(of, row, verb, title)
}
/** What a row is called in a refusal; the entity's name where its title is a reference or personal. */
function titleOf({ fields, options, label }: Entity, row: Readonly<Record<string, unknown>>): unknown {
  const field = fields[options.title]
  return (field?.kind !== 'ref' && !field?.options.sensitivity && row[options.title]) || label
}
