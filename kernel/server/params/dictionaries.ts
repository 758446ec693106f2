import { dictionaries, entityNamed, hasEntity } from '#model'
import type { Db } from '../context.ts'

export interface Item {
  dictionaryKey: string
  dictionaryValue: string
  isEnabled: boolean
  color: string | null
  sort: number
}
type StoredItem = Item & { dictionaryId: string }
interface StoredSet {
  code: string
}

/** Items of a code set as this school has it, by key; cached. */
export async function itemsOf(db: Db, code: string): Promise<ReadonlyMap<string, Item>> {
  if (!hasEntity('dictionaryItem')) return declared(code)
  const sets = (await db.cached(entityNamed('dictionary'))) as unknown as ReadonlyMap<string, StoredSet>
  const items = (await db.cached(entityNamed('dictionaryItem'))) as unknown as ReadonlyMap<string, StoredItem>
  return byCode(sets, items).get(code) ?? declared(code)
}
type ByCode = ReadonlyMap<string, ReadonlyMap<string, Item>>
const kept = new WeakMap<object, { sets: object; made: ByCode }>()
/** Memoised per set of cached rows. */
function byCode(sets: ReadonlyMap<string, StoredSet>, items: ReadonlyMap<string, StoredItem>): ByCode {
  const known = kept.get(items)
  if (known?.sets === sets) return known.made
  const made = new Map([...sets.values()].map(set => [set.code, new Map<string, Item>()]))
  for (const item of items.values()) made.get(sets.get(item.dictionaryId)?.code ?? '')?.set(item.dictionaryKey, item)
  kept.set(items, { sets, made })
  return made
}
/** Whether a new row may use this code: it exists and is enabled. */
export const hasItem = async (db: Db, code: string, key: string): Promise<boolean> => (await itemsOf(db, code)).get(key)?.isEnabled ?? false

const declared = (code: string): ReadonlyMap<string, Item> =>
  new Map(
    (dictionaries().find(d => d.code === code)?.items ?? []).map((i, sort) => [
      i.key,
      { dictionaryKey: i.key, dictionaryValue: i.value, isEnabled: true, color: i.color ?? null, sort },
    ]),
  )
