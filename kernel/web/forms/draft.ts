import type { Fields } from '#model'
import { accountStore, keepIfPossible } from '#web/offline/index.ts'
import type { FormValues } from './layout.ts'

/** Unsaved form input, stored in this browser until it is saved or discarded. */
export interface KeptDraft {
  values: FormValues
  at: number
}
export const draftKey = (form: string, id?: string): string => `draft ${form} ${id ?? 'new'}`
export const readDraft = (key: string): KeptDraft | undefined => accountStore().get<KeptDraft>(key)

/** Secrets and sensitive values are never stored. */
export function keepDraft(key: string, values: FormValues, fields: Fields): void {
  const kept = Object.fromEntries(Object.entries(values).filter(([name, value]) => mayKeep(fields, name) && value !== undefined))
  if (Object.keys(kept).length) keepIfPossible(accountStore().set(key, { values: kept, at: Date.now() } satisfies KeptDraft))
  else dropDraft(key)
}
export const dropDraft = (key: string): void => keepIfPossible(accountStore().delete(key))
const mayKeep = (fields: Fields, name: string): boolean => {
  const options = fields[name]?.options
  return options !== undefined && !options.secret && options.sensitivity !== 'S2' && !options.encrypted
}
