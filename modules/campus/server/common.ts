import { type Entity, type Row, refusalOf } from '#model'
import type { Ctx, Db } from '#server/context.ts'
import type { Where } from '#server/row-types.ts'

export type Patch<E extends Entity> = Partial<Row<E>> & Record<string, unknown>
/** The row after the write: stored values overlaid by the patch. */
export const asWritten = <E extends Entity>(row: Row<E> | undefined, patch: Patch<E>): Patch<E> => ({ ...row, ...patch })

/** Refuses with a message the entity declares. */
export function fail(of: Parameters<typeof refusalOf>[0], key: string, values?: Record<string, unknown>, field?: string): never {
  throw refusalOf(of, key, values, field)
}
/** Refuses a number already used by another row and names that row; races are resolved by the unique index. */
export async function refuseTaken<E extends Entity>(db: Db, of: E, field: string, value: unknown, ownId?: string): Promise<void> {
  if (value === undefined || value === null) return
  const holder = (await db.unscoped(of).find({ [field]: value } as Where<E>)) as Record<string, unknown> | undefined // unique across the school, regardless of scope
  if (holder && holder.id !== ownId) fail(of, 'codeTaken', { label: of.fields[field]?.label, value, holder: holder[of.options.title] }, field)
}
/** The same after a unique violation on insert. */
export const saysWhose =
  (of: Entity) =>
  ({ db }: Ctx, draft: Record<string, unknown>, field: string): Promise<void> =>
    refuseTaken(db, of, field, draft[field])
/** Memoised per cached map and day. */
export function derived<K extends object, V>(make: (from: K, day: string) => V): (from: K, day: string) => V {
  const kept = new WeakMap<K, { day: string; value: V }>()
  return (from, day) => {
    const known = kept.get(from)
    if (known?.day === day) return known.value
    const value = make(from, day)
    kept.set(from, { day, value })
    return value
  }
}
/** Id, value and label of a select item. */
export const itemOf = (id: string, label: string): { id: string; value: string; label: string } => ({ id, value: id, label })
/** Rows for a select box: one known row regardless of state, else selectable rows matching the search text, up to the limit. */
export function picked<T extends { id: string }>(
  rows: Iterable<T>,
  { id, keyword, size }: { id?: string | null; keyword?: string | null; size?: number | null },
  isOffered: (row: T) => boolean,
  words: (row: T) => ReadonlyArray<string | null>,
): T[] {
  const word = keyword?.toLowerCase()
  const found = [...rows].filter(row => (id ? row.id === id : isOffered(row) && (!word || words(row).some(text => text?.toLowerCase().includes(word)))))
  return size ? found.slice(0, size) : found
}
