import type { Fields } from '#model'
import { drop, readEntry, write } from '#web/session/storage.ts'
import type { FormValues } from './layout.ts'

/** A half-filled form, kept in this browser until it is saved or thrown away. */
export interface KeptDraft {
  values: FormValues
  at: number
}
export const draftKey = (userId: string, form: string, id?: string): string => `ql-draft-${userId}-${form}-${id ?? 'new'}`

export function readDraft(key: string): KeptDraft | undefined {
  const entry = readEntry<Record<string, unknown>>(key)
  return entry && Object.keys(entry.content).length ? { values: entry.content, at: entry.datetime } : undefined
}
/** Secrets and sensitive values are never kept. */
export function keepDraft(key: string, values: FormValues, fields: Fields): void {
  const kept = Object.fromEntries(Object.entries(values).filter(([name, value]) => mayKeep(fields, name) && value !== undefined))
  if (Object.keys(kept).length) write(key, kept)
  else drop(key)
}
export const dropDraft = (key: string): void => drop(key)
const mayKeep = (fields: Fields, name: string): boolean => {
  const options = fields[name]?.options
  return options !== undefined && !options.secret && options.sensitivity !== 'S2' && !options.encrypted
}
