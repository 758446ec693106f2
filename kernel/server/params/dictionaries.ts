import { type Dictionary, dictionaries, entityNamed, type Field, type Fields, hasEntity, Refusal, VALUE_TEXTS } from '#model'
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
/** Labels of codes as this school has them; a code that it does not have is its own label. */
export async function labelsOf(db: Db, { code }: Pick<Dictionary, 'code'>): Promise<(key: string) => string> {
  const items = await itemsOf(db, code)
  return key => items.get(key)?.dictionaryValue ?? key
}
type ByCode = ReadonlyMap<string, ReadonlyMap<string, Item>>
const cache = new WeakMap<object, { sets: object; made: ByCode }>()
/** Memoised per set of cached rows. */
function byCode(sets: ReadonlyMap<string, StoredSet>, items: ReadonlyMap<string, StoredItem>): ByCode {
  const known = cache.get(items)
  if (known?.sets === sets) return known.made
  const made = new Map([...sets.values()].map(set => [set.code, new Map<string, Item>()]))
  for (const item of items.values()) made.get(sets.get(item.dictionaryId)?.code ?? '')?.set(item.dictionaryKey, item)
  cache.set(items, { sets, made })
  return made
}
/** Refuses codes that new values may not use, in objects and lists, too: they must exist in the school's set and be enabled. */
export async function checkCodes(db: Db, fields: Fields, values: Readonly<Record<string, unknown>>): Promise<void> {
  for (const [name, field, code] of Object.entries(values).flatMap(([name, value]) => (fields[name] ? codesIn(name, fields[name], value) : []))) {
    if ((await itemsOf(db, field.options.dictionary?.code ?? '')).get(code)?.isEnabled) continue
    throw new Refusal(422, [{ field: name, rule: 'value.choice', text: VALUE_TEXTS.choice, values: { label: field.label, value: code } }])
  }
}
function codesIn(name: string, field: Field, value: unknown): Array<[name: string, field: Field, code: string]> {
  const { of, fields } = field.options
  if (field.kind === 'dict') return typeof value === 'string' ? [[name, field, value]] : []
  if (field.kind === 'list' && of && Array.isArray(value)) return value.flatMap((item, i) => codesIn(`${name}[${i}]`, of, item))
  if (field.kind !== 'shape' || !fields || typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => (fields[key] ? codesIn(`${name}.${key}`, fields[key], inner) : []))
}

const declared = (code: string): ReadonlyMap<string, Item> =>
  new Map(
    (dictionaries().find(d => d.code === code)?.items ?? []).map((i, sort) => [
      i.key,
      { dictionaryKey: i.key, dictionaryValue: i.value, isEnabled: true, color: i.color ?? null, sort },
    ]),
  )
