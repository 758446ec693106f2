import { isUuid } from '#model'
import { isObject } from '#model/objects.ts'

/** Parse error; `at` names the place in the file. */
export class Wrong extends Error {
  readonly at: string
  constructor(at: string) {
    super(at)
    this.at = at
  }
}
/** Parses a value of unknown origin, or throws `Wrong` with the place. No coercion, nothing dropped. */
export type Read<T> = (value: unknown, at: string) => T
type Reads = Readonly<Record<string, Read<unknown>>>
type StrictRow<R extends Reads, O extends Reads> = { [K in keyof R]: ReturnType<R[K]> } & { [K in keyof O]?: ReturnType<O[K]> }

const only =
  <T>(isIt: (value: unknown) => value is T): Read<T> =>
  (value, at) => {
    if (!isIt(value)) throw new Wrong(at)
    return value
  }
export const word = (max: number, pattern?: RegExp): Read<string> =>
  only((v): v is string => typeof v === 'string' && [...v].length <= max && !v.includes('\u0000') && (pattern?.test(v) ?? true))
export const number = (min: number, max: number): Read<number> => only((v): v is number => typeof v === 'number' && Number.isFinite(v) && v >= min && v <= max)
export const whole = (min: number, max: number): Read<number> => only((v): v is number => Number.isInteger(v) && Number(v) >= min && Number(v) <= max)
export const yesNo: Read<boolean> = only(v => typeof v === 'boolean')
export const rowId: Read<string> = only((v): v is string => typeof v === 'string' && isUuid(v))
export const oneOf = <K extends string>(choices: Readonly<Record<K, unknown>>): Read<K> => only((v): v is K => typeof v === 'string' && Object.hasOwn(choices, v))

export const many =
  <T>(of: Read<T>, most: number): Read<T[]> =>
  (value, at) => {
    if (!Array.isArray(value) || value.length > most) throw new Wrong(at)
    return value.map((item, i) => of(item, `${at}[${i}]`))
  }
export const keyed =
  <T>(of: Read<T>, key: RegExp, most: number): Read<Record<string, T>> =>
  (value, at) => {
    if (!isObject(value) || Object.keys(value).length > most) throw new Wrong(at)
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => {
        if (!key.test(name)) throw new Wrong(`${at}.${name.slice(0, 40)}`)
        return [name, of(item, `${at}.${name}`)]
      }),
    )
  }
/** An object with exactly these keys; keys of the second group are optional. */
export const object =
  <R extends Reads, O extends Reads = Record<never, never>>(required: R, optional?: O): Read<StrictRow<R, O>> =>
  (value, at) => {
    if (!isObject(value)) throw new Wrong(at)
    const known: Reads = { ...required, ...optional }
    const made: Record<string, unknown> = {}
    for (const name of new Set([...Object.keys(required), ...Object.keys(value)])) {
      const read = Object.hasOwn(known, name) ? known[name] : undefined
      if (!read) throw new Wrong(`${at}.${name.slice(0, 40)}`)
      made[name] = read(value[name], `${at}.${name}`)
    }
    return made as StrictRow<R, O> // each key was parsed by its own reader
  }
/** A discriminated union by the key `by`. */
export const variant =
  <R extends Reads>(by: string, of: R): Read<ReturnType<R[keyof R]>> =>
  (value, at) => {
    const which = isObject(value) ? value[by] : undefined
    const read = typeof which === 'string' && Object.hasOwn(of, which) ? of[which] : undefined
    if (!read) throw new Wrong(isObject(value) ? `${at}.${by}` : at)
    return read(value, at) as ReturnType<R[keyof R]> // it is one of R's
  }
