import { type Row, refusalOf } from '#model'
import { type Db, rules, seed } from '#server/context.ts'
import { auditItems, leavingItems } from '#server/extensions/graduation-items.ts'
import { graduationItem, graduationMark, type ITEM_USES } from '../model/item.ts'

type Item = Row<typeof graduationItem>
type Use = keyof typeof ITEM_USES
/** What a new school begins with besides what the modules declare. */
const OWN: ReadonlyArray<{ use: Use; code: string; name: string; isBlocking: boolean; sort: number }> = [
  { use: 'audit', code: 'academic', name: '学业成绩', isBlocking: true, sort: 10 },
  { use: 'leaving', code: 'library', name: '图书归还', isBlocking: false, sort: 60 },
  { use: 'leaving', code: 'card', name: '校园卡注销', isBlocking: false, sort: 70 },
]
/** Keeps a row for every item that a module declares; what the school has set stays. */
const declared = seed('graduation.items', async db => {
  const known = await db.unscoped(graduationItem).all() // of the school being seeded
  const isKnown = (use: Use, code: string): boolean => known.some(i => i.use === use && i.code === code)
  const of = (use: Use, { code, title, order, isWarningOnly = false }: { code: string; title: string; order: number; isWarningOnly?: boolean }) => ({
    ...{ use, code, name: title, sort: order, isDeclared: true, isWarningOnly },
    isBlocking: use === 'audit' && !isWarningOnly,
  })
  const drafts = [...db.registered(auditItems).map(i => of('audit', i)), ...db.registered(leavingItems).map(i => of('leaving', i)), ...(known.length ? [] : OWN)]
  await db.insertMany(
    graduationItem,
    drafts.filter(d => !isKnown(d.use, d.code)),
    { skipExisting: true },
  )
})
const itemRules = rules(graduationItem, {
  async update(_ctx, row, patch) {
    if (row.isDeclared && patch.name !== undefined && patch.name !== row.name) throw refusalOf(graduationItem, 'declaredName', { name: row.name }, 'name')
    if (row.isWarningOnly && patch.isBlocking) throw refusalOf(graduationItem, 'warningOnly', { name: row.name }, 'isBlocking')
  },
  async remove({ db }, row) {
    if (row.isDeclared) throw refusalOf(graduationItem, 'declared', { name: row.name })
    const count = await db.unscoped(graduationMark).count({ itemId: row.id }) // whoever entered them
    if (count) throw refusalOf(graduationItem, 'used', { name: row.name, count })
  },
})
/** Enabled items of one use, in their order. */
export async function itemsInUse(db: Db, use: Use): Promise<Item[]> {
  const all = [...(await db.cached(graduationItem)).values()]
  return all.filter(i => i.use === use && i.isEnabled).sort((a, b) => (a.sort ?? 0) - (b.sort ?? 0) || a.code.localeCompare(b.code))
}
export default [declared, itemRules]
