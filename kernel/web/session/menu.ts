import type { PageRoute } from '#model'
import { t } from '#web/i18n/index.ts'

/** A menu entry as the server returns it for this user (wire contract X7). */
export interface MenuEntry {
  id: string
  path: string | null
  name: string | null
  redirect?: string | null
  component?: string | null
  /** 1 tab, 2 iframe tab, 3 new browser tab without shell, 4 external. */
  openType: number | null
  menuLink?: string | null
  meta: MenuMeta
  children?: MenuEntry[] | null
}
export interface MenuMeta {
  title: string
  isLink?: boolean | string | null
  isHide?: boolean | null
  isKeepAlive?: boolean | null
  isAffix?: boolean | null
  isIframe?: boolean | null
  isAuth?: boolean | null
  tag?: string | null
  /** Which live count of `http/live.ts` to show as a badge. */
  badge?: 'todo' | 'message' | null
  icon?: string | null
}
/** An entry that opens something, with the titles of its ancestors. */
export interface Screen extends MenuEntry {
  path: string
  trail: readonly string[]
}

/** Pages that no menu refers to become screens for every user; a menu entry with the same path takes precedence. */
export const screensOfPages = (pages: readonly PageRoute[], frame: PageRoute['frame']): Screen[] =>
  pages
    .filter(page => page.access === 'signedIn' && page.frame === frame)
    .map(page => ({
      id: page.path,
      path: page.path,
      name: null,
      component: page.component,
      openType: 1,
      // listed in the menu search, except pages without a component or with a parameter in their address
      meta: { title: t(page.title), isHide: !page.component || page.path.includes(':') || page.path === '/index', isKeepAlive: true },
      trail: [],
    }))

/** Completes a path given relative to its directory. */
const whole = (path: string, parent: string): string => (path.startsWith('/') ? path : `${parent.replace(/\/$/, '')}/${path}`)

/** All entries that can be opened, hidden ones included. */
export function screensOf(entries: readonly MenuEntry[], trail: readonly string[] = [], parent = ''): Screen[] {
  return entries.flatMap(entry => {
    const path = whole(entry.path ?? '', parent)
    const below = screensOf(entry.children ?? [], [...trail, entry.meta.title], path)
    return entry.component || entry.menuLink ? [{ ...entry, path, trail }, ...below] : below
  })
}
/** Entries to show: without hidden ones and empty directories. */
export function visibleEntries(entries: readonly MenuEntry[], parent = ''): MenuEntry[] {
  return entries.flatMap(entry => {
    if (entry.meta.isHide) return []
    const path = whole(entry.path ?? '', parent)
    const children = visibleEntries(entry.children ?? [], path)
    return entry.component || entry.menuLink || children.length ? [{ ...entry, path, children }] : []
  })
}
/** Columns of a group: its directories, at any depth, with their entries; direct entries come first, without a title. */
export function columnsOf(group: MenuEntry, title = ''): Array<{ title: string; entries: MenuEntry[] }> {
  const children = group.children ?? []
  const single = children.filter(entry => !entry.children?.length)
  const own = single.length ? [{ title, entries: single }] : []
  return [...own, ...children.flatMap(entry => (entry.children?.length ? columnsOf(entry, entry.meta.title) : []))]
}
