import { signal } from '#web/base/signal.ts'
import { read, write } from '#web/base/storage.ts'

/** One open screen. */
export interface Tab {
  path: string
  search: string
  /** Title set by the page, e.g. the applicant's name. Never stored: no names in browser storage. */
  title?: string
}
/** `/index` is always first, never in the list and cannot be closed. */
export const HOME = '/index'

/** Adds or updates the tab of an address; an existing tab keeps its position. */
export function opened(tabs: readonly Tab[], path: string, search: string): readonly Tab[] {
  if (path === HOME) return tabs
  const known = tabs.find(tab => tab.path === path)
  if (!known) return [...tabs, { path, search }]
  return known.search === search ? tabs : tabs.map(tab => (tab === known ? { ...tab, search } : tab))
}
/** Removes tabs; if the current one is among them, also returns where to go: its right neighbour, else the left, else home. */
export function closed(tabs: readonly Tab[], paths: readonly string[], current: string): { tabs: readonly Tab[]; go: string | undefined } {
  const left = tabs.filter(tab => !paths.includes(tab.path))
  if (!paths.includes(current)) return { tabs: left, go: undefined }
  const at = tabs.findIndex(tab => tab.path === current)
  const next = tabs.slice(at + 1).find(tab => !paths.includes(tab.path)) ?? tabs.slice(0, at).findLast(tab => !paths.includes(tab.path))
  return { tabs: left, go: next ? next.path + next.search : HOME }
}
/** Moves a tab to the position of another. */
export function moved(tabs: readonly Tab[], path: string, onto: string): readonly Tab[] {
  const [from, to] = [path, onto].map(p => tabs.findIndex(tab => tab.path === p)) as [number, number]
  const tab = tabs[from]
  if (!tab || to < 0 || from === to) return tabs
  const rest = tabs.filter(other => other !== tab)
  return [...rest.slice(0, to), tab, ...rest.slice(to)]
}

const KEY = 'ql-tagsViewList'
const isTab = (value: unknown): value is Tab => typeof value === 'object' && value !== null && typeof (value as Tab).path === 'string' && typeof (value as Tab).search === 'string'

export const tabs = signal<readonly Tab[]>(typeof localStorage === 'undefined' ? [] : (read<unknown[]>(KEY) ?? []).filter(isTab).map(({ path, search }) => ({ path, search })))

tabs.follow(() =>
  write(
    KEY,
    tabs.get().map(({ path, search }) => ({ path, search })),
  ),
)

/** Refresh count by path, used as React key to remount a view. */
export const stamps = signal<Readonly<Record<string, number>>>({})
export const refreshTab = (path: string): void => stamps.set(now => ({ ...now, [path]: (now[path] ?? 0) + 1 }))

/** Whether the current view is maximised (per browser tab, as the customer has it). */
const FULL = 'ql-tagsViewFull'
export const full = signal(typeof sessionStorage !== 'undefined' && sessionStorage.getItem(FULL) === 'true')
full.follow(() => sessionStorage.setItem(FULL, String(full.get())))
/** Sets a tab's title from its page. */
export const titleTab = (path: string, title: string): void =>
  tabs.set(list => (list.some(tab => tab.path === path && tab.title !== title) ? list.map(tab => (tab.path === path ? { ...tab, title } : tab)) : list))
/** Updates a tab's query at once, before the view re-renders: the user may switch tabs first. */
export const turnTab = (path: string, search: string): void => tabs.set(list => (list.some(tab => tab.path === path) ? opened(list, path, search) : list))
/** Replaces a tab's address in place: the next case takes the tab of the one just decided. */
export const replaceTab = (path: string, by: string, search = ''): void =>
  tabs.set(list => (list.some(tab => tab.path === by) ? list.filter(tab => tab.path !== path) : list.map(tab => (tab.path === path ? { path: by, search } : tab))))
