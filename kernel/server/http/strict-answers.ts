import { type AnswerSchema, serialiser } from './serialise.ts'

const KINDS: Readonly<Record<'string' | 'integer' | 'number' | 'boolean', (value: unknown) => boolean>> = {
  string: value => typeof value === 'string' || value instanceof Date,
  integer: Number.isFinite,
  number: Number.isFinite,
  boolean: value => typeof value === 'boolean',
}
/** What the serialiser would change silently: undeclared keys, and values of another type. Withheld values are undefined and no deviation. */
export function* deviations(schema: AnswerSchema, value: unknown, at = 'answer'): Generator<string> {
  const { type, items = {}, properties = {} } = schema
  if (!type || value === null || value === undefined) return
  if (type === 'array') {
    if (Array.isArray(value)) for (const one of value) yield* deviations(items, one, `${at}[]`)
    else yield `${at} is no array`
  } else if (type === 'object') {
    if (typeof value !== 'object' || Array.isArray(value)) return yield `${at} is no object`
    for (const [name, one] of Object.entries(value)) {
      const declared = properties[name]
      if (declared) yield* deviations(declared, one, `${at}.${name}`)
      else if (one !== undefined) yield `${at}.${name} is not declared`
    }
  } else if (!KINDS[type](value)) yield `${at} is no ${type} but ${typeof value === 'object' ? 'an object' : `${typeof value} ${String(value).slice(0, 40)}`}`
}
/** A serialiser for tests: throws if a response deviates from its declaration, so that the call fails. */
export const strictly =
  (schema: AnswerSchema, route: string, write: (answer: unknown) => string) =>
  (answer: unknown): string => {
    const wrong = new Set(deviations(schema, answer))
    if (wrong.size) throw new Error(`${route} answers what it does not declare: ${[...wrong].slice(0, 10).join('; ')}`)
    return write(answer)
  }
/** Makes the serialiser of a route; strict ones are for tests. */
export type MakeSerialiser = (schema: AnswerSchema, route: string) => (answer: unknown) => string
export const serialisers =
  (isStrict: boolean): MakeSerialiser =>
  (schema, route) => {
    const write = serialiser(schema)
    return isStrict ? strictly(schema, route, write) : write
  }
