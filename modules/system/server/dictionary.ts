import sql, { join, raw } from 'sql-template-tag'
import { allEntities, dictionaries, type Row, refusalOf } from '#model'
import { compute, type Db, handle, type Lang, rules } from '#server/context.ts'
import { columnsOf, quote } from '#server/data/columns.ts'
import { translate } from '#server/i18n/translate.ts'
import { type DictionaryNode, dictionary, dictionaryItem, getDict, getParentDict, getTree, itemUsage } from '../model/dictionary.ts'
import { nest } from '../model/menu-tree.ts'
import { setting } from './parameters.ts'

type Set = Row<typeof dictionary>
type Item = Row<typeof dictionaryItem>

/** Items of a set in order; empty for unknown codes. */
async function itemsOf(db: Db, code: string): Promise<Item[]> {
  const set = [...(await db.cached(dictionary)).values()].find(d => d.code === code)
  if (!set) return []
  return [...(await db.cached(dictionaryItem)).values()]
    .filter(i => i.dictionaryId === set.id)
    .sort((a, b) => (a.sort ?? 0) - (b.sort ?? 0) || a.dictionaryKey.localeCompare(b.dictionaryKey, 'en', { numeric: true }))
}
function textOf(lang: Lang, item: Item): string {
  if (lang === 'en') return item.dictionaryValueEn ?? translate('en', item.dictionaryValue)
  if (lang === 'zh-tw') return item.dictionaryValueTw ?? translate('zh-tw', item.dictionaryValue)
  return item.dictionaryValue
}
const answer = (lang: Lang, code: string) => (i: Item) => ({
  id: i.id,
  value: i.dictionaryKey,
  label: textOf(lang, i),
  code,
  dictionaryKey: i.dictionaryKey,
  dictionaryValue: textOf(lang, i),
  sort: i.sort ?? 0,
  color: i.color,
  isEnabled: i.isEnabled,
})
const dict = handle(getDict, async ({ db, lang }, { code, flag }) => (await itemsOf(db, code)).filter(i => flag === '0' || i.isEnabled).map(answer(lang, code)))
const below = handle(getParentDict, async ({ db, lang }, { code, dictionaryKey }) => {
  const items = await itemsOf(db, code)
  const parent = dictionaryKey ? items.find(i => i.dictionaryKey === dictionaryKey) : undefined
  if (dictionaryKey && !parent) return []
  return items.filter(i => i.isEnabled && (i.parentId ?? null) === (parent?.id ?? null)).map(answer(lang, code))
})
const tree = handle(getTree, async ({ db, lang, refuse }, { dictionaryCode, type }) => {
  if (type && type !== '1') refuse('type', { type }, 'type')
  const items = (await itemsOf(db, dictionaryCode)).filter(i => i.isEnabled)
  return nest<Item, DictionaryNode & { value: string; label: string }>(items, (i, children) => ({
    id: i.id,
    value: i.dictionaryKey,
    label: textOf(lang, i),
    dictionaryKey: i.dictionaryKey,
    dictionaryValue: textOf(lang, i),
    children,
  }))
})
interface Use {
  entity: string
  field: string
  count: number
}
/** Counts stored rows using a key, over every field bound to the set. */
export async function usesOf(db: Db, code: string, key: string): Promise<Use[]> {
  const places = allEntities().flatMap(e => Object.entries(e.fields).flatMap(([name, f]) => (f.options.dictionary?.code === code && !f.options.computed ? [{ e, name, f }] : [])))
  if (!places.length) return []
  const counts = places.map(({ e, name, f }) => {
    const column = raw(quote(columnsOf(e).of.get(name) as string))
    const holds = f.kind === 'list' ? sql`${column} ? ${key}` : sql`${column} = ${key}`
    return sql`select ${e.label}::text as entity, ${f.label}::text as field, count(*)::int as count from ${raw(columnsOf(e).table)} where tenant_id = ${db.me.tenantId} and ${holds}`
  })
  return db.query<Use>(sql`select * from (${join(counts, ' union all ')}) x where count > 0 order by count desc`)
}
const usage = handle(itemUsage, async ({ db }, { id }) => {
  const item = await db.visible(dictionaryItem).one(id)
  const set = (await db.cached(dictionary)).get(item.dictionaryId)
  return set ? usesOf(db, set.code, item.dictionaryKey) : []
})
async function setOf(db: Db, id: string): Promise<Set> {
  const set = (await db.cached(dictionary)).get(id)
  if (!set) throw refusalOf(dictionaryItem, 'otherDictionary', { parent: '' })
  return set
}
async function checkParent(db: Db, set: Set, item: Pick<Item, 'parentId' | 'dictionaryValue'> & { id?: string }): Promise<void> {
  if (!item.parentId) return
  if (set.kind === 'flat') throw refusalOf(dictionaryItem, 'flat', { dictionary: set.name }, 'parentId')
  const all = new Map((await db.unscoped(dictionaryItem).all({ dictionaryId: set.id })).map(i => [i.id, i])) // cycles are only visible in the whole set
  const parent = all.get(item.parentId)
  if (!parent) throw refusalOf(dictionaryItem, 'otherDictionary', { parent: (await db.cached(dictionaryItem)).get(item.parentId)?.dictionaryValue ?? '' }, 'parentId')
  for (let at: Item | undefined = parent; at; at = all.get(at.parentId ?? ''))
    if (at.id === item.id) throw refusalOf(dictionaryItem, 'cycle', { value: item.dictionaryValue }, 'parentId')
}
const itemRules = rules(dictionaryItem, {
  async add({ db }, draft) {
    const set = await setOf(db, String(draft.dictionaryId))
    const key = String(draft.dictionaryKey)
    if (!/^[\w.-]{1,64}$/.test(key)) throw refusalOf(dictionaryItem, 'keyForm', { key }, 'dictionaryKey')
    const prefix = set.standard ? await setting<string>(db, 'system', 'schoolPrefix') : ''
    if (set.standard && !key.startsWith(prefix)) throw refusalOf(dictionaryItem, 'prefixNeeded', { dictionary: set.name, standard: set.standard, prefix, key }, 'dictionaryKey')
    await checkParent(db, set, { parentId: draft.parentId ?? null, dictionaryValue: String(draft.dictionaryValue) })
  },
  async update({ db }, row, patch) {
    const set = await setOf(db, row.dictionaryId)
    if (set.standard && row.builtIn && patch.dictionaryValue !== undefined && patch.dictionaryValue !== row.dictionaryValue)
      throw refusalOf(dictionaryItem, 'standardValue', { value: row.dictionaryValue, standard: set.standard }, 'dictionaryValue')
    if (patch.parentId) await checkParent(db, set, { id: row.id, parentId: patch.parentId, dictionaryValue: row.dictionaryValue })
  },
  async remove({ db }, row) {
    if (row.builtIn) throw refusalOf(dictionaryItem, 'builtIn', { value: row.dictionaryValue })
    const uses = await usesOf(db, (await setOf(db, row.dictionaryId)).code, row.dictionaryKey)
    const where = uses.map(u => ({ text: '{entity} · {field} {count} 条', values: { ...u } }))
    if (uses.length) throw refusalOf(dictionaryItem, 'inUse', { value: row.dictionaryValue, count: uses.reduce((n, u) => n + u.count, 0), where })
  },
  added: ({ db }, row) => told(db, row.dictionaryId),
  updated: ({ db }, row) => told(db, row.dictionaryId),
  removed: ({ db }, row) => told(db, row.dictionaryId),
})
async function told(db: Db, dictionaryId: string): Promise<void> {
  await db.emit('system.dictionaryChanged', { code: (await setOf(db, dictionaryId)).code })
}
const setRules = rules(dictionary, {
  async remove({ db, me }, row) {
    if (dictionaries().some(d => d.code === row.code)) throw refusalOf(dictionary, 'seeded', { name: row.name })
    const [items] = await db.query<{ n: number }>(sql`select count(*)::int as n from dictionary_item where tenant_id = ${me.tenantId} and dictionary_id = ${row.id}`)
    if (items?.n) throw refusalOf(dictionary, 'hasItems', { name: row.name, count: items.n })
  },
  async updated({ db }, _before, after) {
    await db.emit('system.dictionaryChanged', { code: after.code })
  },
})
const counted = compute(dictionary, ['itemCount'], async ({ db, me }, rows) => {
  const found = await db.query<{ id: string; n: number }>(
    sql`select dictionary_id as id, count(*)::int as n from dictionary_item where tenant_id = ${me.tenantId} group by dictionary_id`,
  )
  const byId = new Map(found.map(f => [f.id, f.n]))
  for (const row of rows) row.itemCount = byId.get(row.id) ?? 0
})
export default [dict, below, tree, usage, itemRules, setRules, counted]
