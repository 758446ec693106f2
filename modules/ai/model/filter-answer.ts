import { isObject } from '#model/objects.ts'
import { uncover } from './placeholders.ts'

export interface Filter {
  /** As the model wrote it; the query tool checks it. */
  where: unknown
  /** What the sentence asks for and no field has. */
  unknown: string[]
}
const MOST_UNKNOWN = 10
const MOST_WORDS = 40
/** The data in an answer, with placeholders put back in its values. Undefined if it is none. */
export function readFilter(answer: string, values: ReadonlyMap<string, string>): Filter | undefined {
  const from = answer.indexOf('{')
  const to = answer.lastIndexOf('}')
  if (from < 0 || to < from) return undefined
  try {
    const given: unknown = JSON.parse(answer.slice(from, to + 1), (_key, value: unknown) => (typeof value === 'string' ? uncover(value, values) : value))
    if (!isObject(given)) return undefined
    const { unknown, where } = given
    const words = Array.isArray(unknown) ? unknown.flatMap(word => (typeof word === 'string' && word.trim() ? [word.trim().slice(0, MOST_WORDS)] : [])) : []
    return words.length || isObject(where) ? { where, unknown: words.slice(0, MOST_UNKNOWN) } : undefined
  } catch {
    return undefined
  }
}
