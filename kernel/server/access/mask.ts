import type { Entity, Field, Mask } from '#model'

const stars = (n: number): string => '*'.repeat(n)
const MASKS: Record<Mask, (value: string) => string> = {
  /** Seven digits of a mobile number; of a shorter one, never more than half. */
  phone: v => {
    if (v.length >= 11) return `${v.slice(0, 3)}${stars(v.length - 7)}${v.slice(-4)}`
    return v.length >= 7 ? `${v.slice(0, 1)}${stars(v.length - 3)}${v.slice(-2)}` : stars(v.length)
  },
  /** Place and day of birth stand beside an identity number, which holds both: its last digits with the check digit would leave a few dozen candidates. */
  idNo: v => (v.length >= 8 ? `${v.slice(0, 1)}${stars(v.length - 1)}` : stars(v.length)),
  name: v => `${[...v][0] ?? ''}${stars(Math.max(1, [...v].length - 1))}`,
  address: v => `${v.slice(0, Math.min(6, Math.floor(v.length / 2)))}******`,
  email: v => {
    const at = v.lastIndexOf('@')
    return at > 0 ? `${v[0]}***${v.slice(at)}` : stars(v.length)
  },
  whole: () => '******',
}
/** Shortens a personal value for readers who may not see it whole. */
export const mask = (field: Field, value: unknown): unknown =>
  typeof value === 'string' && value ? MASKS[field.options.mask ?? 'whole'](value) : value === null || value === undefined ? null : '******'

/** Masks S1 values and takes S2 values away, in place, unless `isOwn` says the row is the reader's. Secrets never leave.
 *  What is taken away becomes undefined, which no answer carries: deleting a property would make the whole row slow to read. */
export function maskRows(e: Entity, rows: ReadonlyArray<Record<string, unknown>>, isOwn: (row: Record<string, unknown>) => boolean): void {
  const { personal, sensitive, secret } = guarded(e)
  if (!personal.length && !sensitive.length && !secret.length) return
  for (const row of rows) {
    const own = isOwn(row)
    for (const [name, field] of personal) if (!own && name in row) row[name] = mask(field, row[name])
    for (const name of sensitive) if (!own && name in row) row[name] = undefined
    for (const name of secret) if (name in row) row[name] = undefined
  }
}
interface Guarded {
  personal: Array<[string, Field]>
  sensitive: string[]
  secret: string[]
}
const known = new WeakMap<Entity, Guarded>()
function guarded(e: Entity): Guarded {
  const made = known.get(e) ?? {
    personal: Object.entries(e.fields).filter(([, f]) => f.options.sensitivity === 'S1' && !f.options.secret),
    sensitive: Object.entries(e.fields)
      .filter(([, f]) => f.options.sensitivity === 'S2')
      .map(([n]) => n),
    secret: Object.entries(e.fields)
      .filter(([, f]) => f.options.secret)
      .map(([n]) => n),
  }
  known.set(e, made)
  return made
}
