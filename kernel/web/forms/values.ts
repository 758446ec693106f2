import { type Fields, labelKey } from '#model'
import type { FieldSpec, FormValues } from './layout.ts'

/** No input: undefined, null or empty. */
export const isBlank = (value: unknown): boolean => value === undefined || value === null || value === '' || (Array.isArray(value) && !value.length)
export const isSame = (a: unknown, b: unknown): boolean => (isBlank(a) && isBlank(b)) || a === b || (typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b))

/** Whether the server masked this value: it can be replaced but not sent back. */
export const isMasked = (fields: Fields, name: string, value: unknown): boolean =>
  fields[name]?.options.sensitivity !== undefined && typeof value === 'string' && value.includes('*')

/** Initial input values: masked values start empty and become the placeholder. */
export function startValues(fields: Fields, row: FormValues): Record<string, unknown> {
  return Object.fromEntries(Object.keys(fields).flatMap(name => (name in row && !isMasked(fields, name, row[name]) ? [[name, row[name]]] : [])))
}
/** Values that differ from the loaded row. A masked value left empty is unchanged. */
export function changedValues(fields: Fields, row: FormValues, values: FormValues): Record<string, unknown> {
  const changed: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(values)) {
    const options = fields[name]?.options
    if (!options || options.readonly || options.computed) continue
    if (isMasked(fields, name, row[name]) ? isBlank(value) : isSame(value, row[name])) continue
    changed[name] = isBlank(value) ? null : value
  }
  return changed
}
/** Non-blank values, for a new row. */
export const givenValues = (values: FormValues): Record<string, unknown> => Object.fromEntries(Object.entries(values).filter(([, value]) => !isBlank(value)))

/** Sets one value and clears the fields that depend on it, transitively. */
export function withValue(values: FormValues, name: string, value: unknown, specs: readonly FieldSpec[]): Record<string, unknown> {
  let next: Record<string, unknown> = { ...values, [name]: value }
  for (const spec of specs) {
    if (spec.field === name || !spec.where || isBlank(next[spec.field])) continue
    if (JSON.stringify(spec.where(values)) !== JSON.stringify(spec.where(next))) next = withValue(next, spec.field, null, specs)
  }
  return next
}
/** Label of a reference as loaded with the row. */
export const knownLabel = (fields: Fields, row: FormValues, name: string, value: unknown): string | null =>
  fields[name]?.kind === 'ref' && value === row[name] && typeof row[labelKey(name)] === 'string' ? (row[labelKey(name)] as string) : null
