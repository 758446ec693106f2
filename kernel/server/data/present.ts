import { type Action, type Entity, type Field, type Fields, isField, isReference, labelKey, type Output, perEntity } from '#model'
import type { Principal } from '../context.ts'
import { mask } from './mask.ts'

type Plain = Record<string, unknown>
type Present = (value: unknown) => unknown

/** A value as a reader without `reveal` gets it: S1 masked; S2 and secrets undefined, which JSON omits. */
export function presented(field: Field, value: unknown): unknown {
  if (field.options.secret || field.options.sensitivity === 'S2') return undefined
  return field.options.sensitivity === 'S1' ? maskedIn(field, value) : value
}
/** Lists are masked item by item. */
function maskedIn(field: Field, value: unknown): unknown {
  if (field.options.of && Array.isArray(value)) return value.map(one => mask({ ...(field.options.of as Field), options: field.options }, one))
  return mask(field, value)
}
/** Masks an action's result according to its declared output. Only objects with protected values are copied: the handler's rows may be cached and stay unchanged. */
export function answered(action: Action, answer: unknown): unknown {
  const { output, many } = action
  if (output === 'none') return true
  if (output === 'file') return answer
  const present = presenterOf(output)
  if (!present || answer === null || answer === undefined || (typeof answer === 'object' && 'blob' in answer)) return answer
  return many && Array.isArray(answer) ? answer.map(present) : present(answer)
}
const presenters = new WeakMap<Fields | Field, Present | null>()
/** Null where the output declares nothing protected. */
function presenterOf(output: Exclude<Output, string>): Present | null {
  const known = presenters.get(output)
  if (known !== undefined) return known
  const made = isField(output) ? ofField(output) : ofFields(output)
  presenters.set(output, made)
  return made
}
function ofField(field: Field): Present | null {
  if (field.options.secret || field.options.sensitivity) return value => presented(field, value)
  if (field.kind === 'shape') return presenterOf(field.options.fields ?? {})
  const one = field.kind === 'list' && field.options.of ? ofField(field.options.of) : null
  return one && (value => (Array.isArray(value) ? value.map(one) : value))
}
function ofFields(fields: Fields): Present | null {
  const parts = Object.entries(fields).flatMap(([name, field]) => {
    const present = ofField(field)
    return present ? [{ name, present, isNested: !field.options.secret && !field.options.sensitivity }] : []
  })
  if (!parts.length) return null
  return value => {
    if (typeof value !== 'object' || value === null) return value
    const isOwn = ofReader.has(value)
    const copy: Plain = { ...value }
    for (const { name, present, isNested } of parts) if (name in copy && (isNested || !isOwn || fields[name]?.options.secret)) copy[name] = present(copy[name])
    return copy
  }
}
/** Picks the properties that these fields declare. */
export const only = <F extends Fields, T extends object>(fields: F, of: T): Pick<T, Extract<keyof T, keyof F>> =>
  Object.fromEntries(Object.entries(of).filter(([name]) => Object.hasOwn(fields, name))) as Pick<T, Extract<keyof T, keyof F>>
const ofReader = new WeakSet<object>()
/** Exempts a result object from masking if `row` is the reader's own; secrets are removed all the same. Nested objects are marked separately. */
export function own<T extends object>(me: Principal, e: Entity, row: Readonly<Plain>, answer: T): T {
  if (isOwn(me, e, row)) ofReader.add(answer)
  return answer
}
/** Whether a row is tied to this person: their own student or teacher record, or account. */
export function isOwn(me: Principal, e: Entity, row: Readonly<Plain>): boolean {
  const ties = e.options.scope
  return Boolean(
    (me.studentId && ties.student && row[ties.student] === me.studentId) ||
      (me.teacherId && ties.teacher && row[ties.teacher] === me.teacherId) ||
      (me.userId && ties.user && row[ties.user] === me.userId),
  )
}
const NONE: ReadonlySet<string> = new Set()
/** Masks S1 and removes S2 values, in place, unless `isTheirs` says the row is the reader's own or the field is in `whole`. Secrets are always removed. Removed values become
 *  undefined, which JSON omits: deleting properties would make the whole row slow to read. */
export function presentRows(e: Entity, rows: ReadonlyArray<Plain>, isTheirs: (row: Plain) => boolean, whole: ReadonlySet<string> = NONE): void {
  const { personal, secret } = guarded(e)
  const masked = personal.filter(([name]) => !whole.has(name))
  if (!masked.length && !secret.length) return
  for (const row of rows) {
    const theirs = isTheirs(row)
    for (const [name, present] of masked) if (!theirs && name in row) row[name] = present(row[name])
    for (const name of secret) if (name in row) row[name] = undefined
  }
}
interface Guarded {
  /** With how a value is shown; those of a part or a list of parts are protected where the part's fields are. */
  personal: Array<[string, Present]>
  secret: string[]
}
const guarded = perEntity((e): Guarded => {
  const fields = Object.entries(e.fields)
  return {
    // a reference's name reveals as much as its id
    personal: fields.flatMap(([n, f]): Array<[string, Present]> => {
      const present = f.options.secret ? null : ofField(f)
      return present ? [[n, present], ...(isReference(f) ? [[labelKey(n), present] as [string, Present]] : [])] : []
    }),
    secret: fields.filter(([, f]) => f.options.secret).map(([n]) => n),
  }
})
/** Removes secrets from rows, in place. */
export const withoutSecrets = (e: Entity, rows: ReadonlyArray<Plain>): void => presentRows(e, rows, () => true)
/** Names of the entity's personal and sensitive fields. */
export const protectedFields = (e: Entity): ReadonlySet<string> => new Set(guarded(e).personal.map(([n]) => n))
