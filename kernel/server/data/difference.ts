import type { Entity } from '#model'

const same = (a: unknown, b: unknown): boolean =>
  (a ?? null) === (b ?? null) ||
  (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b)) ||
  (isInstant(a, b) && Date.parse(a as string) === Date.parse(b as string))
const isInstant = (a: unknown, b: unknown): boolean =>
  typeof a === 'string' && typeof b === 'string' && a.length > 15 && /^\d{4}-\d{2}-\d{2}[T ]/.test(a) && /^\d{4}-\d{2}-\d{2}[T ]/.test(b)

/** Whether the history keeps only that a field changed, not its values. */
export function isHidden(e: Entity, field: string): boolean {
  const options = e.fields[field]?.options
  return Boolean(e.options.isUncounted || options?.secret || options?.encrypted || options?.sensitivity === 'S2')
}
/** Fields that a write changes, with old and new value. Sensitive, encrypted and secret ones say only that they changed. */
export function difference(e: Entity, before: Record<string, unknown> | undefined, after: Record<string, unknown>): Record<string, { from: unknown; to: unknown }> {
  const made: Record<string, { from: unknown; to: unknown }> = {}
  for (const [name, value] of Object.entries(after)) {
    if (before ? same(before[name], value) : value === null || value === undefined) continue
    made[name] = isHidden(e, name) ? { from: before?.[name] == null ? null : '******', to: value == null ? null : '******' } : { from: before?.[name] ?? null, to: value ?? null }
  }
  return made
}
