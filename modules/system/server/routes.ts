import { allModules, type Row } from '#model'
import { type Db, handle, type Lang } from '#server/context.ts'
import { manyOf, translate } from '#server/i18n/translate.ts'
import { getUserBtn, getUserRoutes, type MenuEntry, menu, menuStanding, previewMenu, type Terminal } from '../model/menu.ts'
import { nest, withAncestors } from '../model/menu-tree.ts'
import { role } from '../model/role.ts'
import { type Holder, mayOpen } from './may-open.ts'
import { contentOf, permissionsOf } from './plan-grant.ts'

export type MenuRow = Row<typeof menu>

/** Maps the customer's appType to a terminal. */
const TERMINAL_OF: Readonly<Record<string, Terminal>> = { 0: 'web', 1: 'mobile', 2: 'welcome', 3: 'exam' }

/** Sorted rows of one terminal (or all), limited to installed modules. */
export async function menuRows(db: Db, terminal?: string | null): Promise<MenuRow[]> {
  const running = new Set(allModules().map(m => m.code))
  const all = [...(await db.cached(menu)).values()]
  return all.filter(m => running.has(m.module) && (!terminal || m.terminal === terminal)).sort((a, b) => (a.sort ?? 0) - (b.sort ?? 0) || a.id.localeCompare(b.id))
}
/** Title of an entry. In English the title of a page named after an entity becomes its plural; buttons are translated as verbs. */
export function titleOf(lang: Lang, row: Pick<MenuRow, 'title' | 'titleTw' | 'titleEn' | 'type'>): string {
  if (lang === 'en') return row.titleEn ?? (row.type === 'button' ? translate : manyOf)('en', row.title)
  if (lang === 'zh-tw') return row.titleTw ?? translate('zh-tw', row.title)
  return row.title
}
/** Pages in the shell's format; empty directories are dropped. */
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
/** What a person sees; a phone entry also needs the permission of the desktop page it leads to. */
export async function shownTo(db: Db, holder: Holder, terminal: Terminal): Promise<(row: MenuRow) => boolean> {
  const opens = mayOpen(holder)
  const twins = terminal === 'mobile' ? new Map((await menuRows(db, 'web')).map(m => [m.path, m.permissionKey])) : undefined
  return row => opens(row) && opens({ permissionKey: (row.path && twins?.get(row.path)) || null, roles: null })
}

const routes = handle(getUserRoutes, async ({ db, me, lang }, { appType }) => {
  const terminal = TERMINAL_OF[appType ?? '0'] ?? 'web'
  return entriesOf(lang, await menuRows(db, terminal), await shownTo(db, me, terminal))
})
const buttons = handle(getUserBtn, async ({ me }) => Object.fromEntries([...me.permissions.keys()].map(key => [key, true])))
/** Discloses only that a menu with this address exists. */
const standing = handle(menuStanding, async ({ db, me }, { path, id }) => {
  const wanted = path && path.length > 1 ? path.replace(/\/+$/, '') : path
  const row = (await menuRows(db, 'web')).find(m => m.type === 'menu' && (id ? m.id === id : m.path === wanted))
  if (!row) return { standing: 'absent' as const }
  return { standing: mayOpen(me)(row) ? ('open' as const) : ('forbidden' as const) }
})
const preview = handle(previewMenu, async ({ db, lang }, { roleId, terminal }) => {
  const of = await db.unscoped(role).one(roleId) // menu administrators may preview any role
  const permissions = permissionsOf(await db.cached(menu), await contentOf(db, of))
  const at = terminal ?? 'web'
  return entriesOf(lang, await menuRows(db, at), await shownTo(db, { roles: [of.code], permissions }, at))
})
export default [routes, buttons, standing, preview]
