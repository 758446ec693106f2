import { accountStore, keepIfPossible } from '#web/offline/index.ts'

/** A built-in view: the reader's filters only narrow it further. */
export interface View {
  key: string
  title: string
  where: Readonly<Record<string, unknown>>
  /** Key figure used as the view's count. */
  figure?: 'enrolled' | 'away' | 'incomplete' | 'preEnrolled'
}
export const VIEWS: readonly [View, ...View[]] = [
  { key: 'enrolled', title: '在籍', where: { hasRecord: 1 }, figure: 'enrolled' },
  { key: 'away', title: '不在校', where: { hasRecord: 1, isAtSchool: 0 }, figure: 'away' },
  { key: 'incomplete', title: '信息不全', where: { hasRecord: 1, 'completeness.le': 99 }, figure: 'incomplete' },
  { key: 'waiting', title: '待报到', where: { 'status.in': 'preEnrolled,reserved' }, figure: 'preEnrolled' },
  { key: 'all', title: '全部', where: {} },
]
export const viewOf = (key: string | null): View => VIEWS.find(v => v.key === key) ?? VIEWS[0]

/** Filters saved by the reader in this browser. */
export interface SavedView {
  name: string
  search: string
}
const KEY = 'student views'
const MOST_VIEWS = 8

export const readSaved = (): SavedView[] => accountStore().get<SavedView[]>(KEY) ?? []
export const keepSaved = (views: readonly SavedView[]): void => keepIfPossible(accountStore().set(KEY, views.slice(-MOST_VIEWS)))
/** The query parameters that belong to a view: filters, not the page number or the open record. */
export function conditionsOf(params: URLSearchParams): string {
  const kept = new URLSearchParams(params)
  for (const name of ['page', 'student']) kept.delete(name)
  return String(kept)
}
