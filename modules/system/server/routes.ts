import { allModules, type Row } from '#model'
import { type Db, handle, type Lang, type Principal } from '#server/context.ts'
import { manyOf, translate } from '#server/i18n/translate.ts'
import { getUserBtn, getUserRoutes, type MenuEntry, menu, menuStanding, previewMenu, type Terminal } from '../model/menu.ts'
import { nest, withAncestors } from '../model/menu-tree.ts'
import { role } from '../model/role.ts'
import { contentOf, permissionsOf } from './plan-grant.ts'

export type MenuRow = Row<typeof menu>

/** The customer's appType → our terminal. */
const TERMINAL_OF: Readonly<Record<string, Terminal>> = { 0: 'web', 1: 'mobile', 2: 'welcome', 3: 'exam' }

/** Rows of one terminal (or all) in order, of modules that run here: a menu of another never shows. */
export async function menuRows(db: Db, terminal?: string | null): Promise<MenuRow[]> {
  const running = new Set(allModules().map(m => m.code))
  const all = [...(await db.cached(menu)).values()]
  return all.filter(m => running.has(m.module) && (!terminal || m.terminal === terminal)).sort((a, b) => (a.sort ?? 0) - (b.sort ?? 0) || a.id.localeCompare(b.id))
}
/** What an entry is called: one that is called like an entity opens a list of them; buttons are acts. */
export function titleOf(lang: Lang, row: Pick<MenuRow, 'title' | 'titleTw' | 'titleEn' | 'type'>): string {
  if (lang === 'en') return row.titleEn ?? (row.type === 'button' ? translate : manyOf)('en', row.title)
  if (lang === 'zh-tw') return row.titleTw ?? translate('zh-tw', row.title)
  return row.title
}
/** The pages among some menus as the shell reads them; directories that lead nowhere are left out. */
export function entriesOf(lang: Lang, rows: readonly MenuRow[], granted: (row: MenuRow) => boolean): MenuEntry[] {
  const byId = new Map(rows.map(r => [r.id, r]))
  const pages = rows.filter(r => r.type === 'menu' && granted(r)).map(r => r.id)
  const shown = withAncestors(byId, pages)
  return nest<MenuRow, MenuEntry>(
    rows.filter(r => shown.has(r.id) && r.type !== 'button'),
    (row, children) => entry(lang, row, children),
  )
}
function entry(lang: Lang, m: MenuRow, children: MenuEntry[]): MenuEntry {
  return {
    id: m.id,
    path: m.path,
    name: m.name,
    redirect: m.redirect ?? (m.type === 'dir' ? (children[0]?.path ?? null) : null),
    component: m.component,
    openType: m.openType,
    menuLink: m.menuLink,
    meta: {
      title: titleOf(lang, m),
      isLink: m.openType === 4,
      isHide: m.isHide ?? false,
      isKeepAlive: m.isKeepAlive ?? true,
      isAffix: m.isAffix ?? false,
      isIframe: m.isIframe ?? false,
      isAuth: m.isAuth ?? true,
      tag: m.tag,
      badge: m.badge,
      icon: m.icon,
    },
    children,
  }
}
/** Somebody as menus know them: the roles they hold, and what those permit. */
interface Holder {
  roles: readonly string[]
  permissions: { has(key: string): boolean }
}
/** A page is there for who holds its permission; one without permission for everybody. An entry of a phone also asks what the page it leads to asks on a computer, and may be kept for some roles. */
async function shownTo(db: Db, { roles, permissions }: Holder, terminal: Terminal): Promise<(row: MenuRow) => boolean> {
  const twins = terminal === 'mobile' ? new Map((await menuRows(db, 'web')).map(m => [m.path, m.permissionKey])) : undefined
  return row => {
    const keys = [row.permissionKey, row.path && twins?.get(row.path)]
    return keys.every(key => !key || permissions.has(key)) && (!row.roles?.length || row.roles.some(code => roles.includes(code)))
  }
}
const held = (me: Principal) => (row: MenuRow) => !row.permissionKey || me.permissions.has(row.permissionKey)

const routes = handle(getUserRoutes, async ({ db, me, lang }, { appType }) => {
  const terminal = TERMINAL_OF[appType ?? '0'] ?? 'web'
  return entriesOf(lang, await menuRows(db, terminal), await shownTo(db, me, terminal))
})
const buttons = handle(getUserBtn, async ({ me }) => Object.fromEntries([...me.permissions.keys()].map(key => [key, true])))
/** Tells no more than a glance at another person's screen would: that a menu of this address exists. */
const standing = handle(menuStanding, async ({ db, me }, { path, id }) => {
  const wanted = path && path.length > 1 ? path.replace(/\/+$/, '') : path
  const row = (await menuRows(db, 'web')).find(m => m.type === 'menu' && (id ? m.id === id : m.path === wanted))
  if (!row) return { standing: 'absent' as const }
  return { standing: held(me)(row) ? ('open' as const) : ('forbidden' as const) }
})
const preview = handle(previewMenu, async ({ db, lang }, { roleId, terminal }) => {
  const of = await db.unscoped(role).one(roleId) // any role may be looked at by who keeps the menus
  const permissions = permissionsOf(await db.cached(menu), await contentOf(db, of))
  const at = terminal ?? 'web'
  return entriesOf(lang, await menuRows(db, at), await shownTo(db, { roles: [of.code], permissions }, at))
})
export default [routes, buttons, standing, preview]
