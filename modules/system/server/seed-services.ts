import { allModules, type MenuItem, type Module } from '#model'
import { type Db, seed } from '#server/context.ts'
import { appName } from '../model/app.ts'
import { menuRows } from './routes.ts'

/** Tiles without a place of their own come after those that have one. */
const REST = 100
interface Declared {
  item: MenuItem & { path: string }
  terminal: string
}
const declaredBy = (items: readonly MenuItem[], terminal = 'web'): Declared[] =>
  items.flatMap(item => {
    const own = item.terminal ?? terminal
    const { path } = item
    return [...(item.service && path ? [{ item: { ...item, path }, terminal: own }] : []), ...declaredBy(item.children ?? [], own)]
  })
/** Services of pages on every terminal come before those that only the phone's menu leads to. */
const servicesOf = (modules: readonly Module[]): Declared[] =>
  modules.flatMap(m => declaredBy(m.menus)).sort((a, b) => Number(a.terminal === 'mobile') - Number(b.terminal === 'mobile'))

/** Tiles of the service hall for the pages that modules declare as services, once each: a school that renames, closes or moves one keeps it so. */
export default seed('system.services', async (db: Db) => {
  const known = [...(await db.cached(appName)).values()]
  const menus = await menuRows(db)
  const drafts = servicesOf(allModules()).flatMap(({ item, terminal }, at) => {
    const name = item.service?.title ?? item.title
    const menu = menus.find(m => m.path === item.path && m.terminal === terminal)
    if (!menu || known.some(a => a.url === item.path || a.name === name)) return []
    const { category = 'other', first } = item.service ?? {}
    return [
      {
        name,
        icon: item.icon ?? 'layout-grid',
        category,
        url: item.path,
        terminals: ['web' as const, 'mobile' as const],
        sort: first ?? REST + at,
        isRecommended: first !== undefined,
        menuId: menu.id,
      },
    ]
  })
  if (drafts.length) await db.insertMany(appName, drafts)
})
