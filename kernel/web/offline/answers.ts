import type { Action, Field } from '#model'
import { readEntry, write } from '#web/base/storage.ts'
import { accountKey } from './account-key.ts'

/** What the server answered this account last, and when (milliseconds since 1970). */
export interface KeptAnswer<T> {
  answer: T
  at: number
}
type Asked = Pick<Action, 'module' | 'of' | 'name' | 'output'>

const isSensitive = ({ options }: Field): boolean =>
  options.sensitivity === 'S2' ||
  options.isNeverKept === true ||
  options.untyped !== undefined ||
  Object.values(options.fields ?? {}).some(isSensitive) ||
  (options.of !== undefined && isSensitive(options.of))
const isField = (output: object): output is Field => typeof (output as Field).kind === 'string'

/** Whether an answer may be kept on a device: all of it is declared, and nothing in it is sensitive (S2). */
export function mayKeep({ output }: Asked): boolean {
  if (typeof output === 'string') return false
  return !(isField(output) ? [output] : Object.values(output)).some(isSensitive)
}
/** Not in IndexedDB, which holds unsent work and outlasts signing out. */
const prefixOf = (action: Asked): string | undefined => accountKey(`${action.module}.${action.of}.${action.name} `)
function keyOf(action: Asked, input: unknown): string | undefined {
  const prefix = prefixOf(action)
  return prefix && prefix + JSON.stringify(input)
}
/** Keeps an answer for a time without network, where it may be kept. */
export function keepAnswer(action: Asked, input: unknown, answer: unknown): void {
  const key = mayKeep(action) ? keyOf(action, input) : undefined
  if (key) write(key, answer)
}
export function keptAnswer<T>(action: Asked, input: unknown): KeptAnswer<T> | undefined {
  const key = keyOf(action, input)
  return key ? kept<T>(key) : undefined
}
/** Every kept answer of an action, whatever was asked, the latest first. */
export function keptAnswers<T>(action: Asked): Array<KeptAnswer<T>> {
  const prefix = prefixOf(action)
  if (!prefix) return []
  const keys = Array.from({ length: localStorage.length }, (_, i) => localStorage.key(i) ?? '').filter(key => key.startsWith(prefix))
  return keys.flatMap(key => kept<T>(key) ?? []).sort((a, b) => b.at - a.at)
}
function kept<T>(key: string): KeptAnswer<T> | undefined {
  const entry = readEntry<T>(key)
  return entry && { answer: entry.content, at: entry.datetime }
}
