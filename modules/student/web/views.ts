import { accountStore, keepIfPossible } from '#web/offline/index.ts'

/** A named way to look at the list: what it asks for cannot be taken away by the reader's filters. */
export interface View {
  key: string
  title: string
  where: Readonly<Record<string, unknown>>
  /** Which of the key figures counts it. */
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

/** Conditions a reader kept under a name, in this browser. */
export interface SavedView {
  name: string
  search: string
}
const KEY = 'student views'
const MOST_VIEWS = 8

export const readSaved = (): SavedView[] => accountStore().get<SavedView[]>(KEY) ?? []
export const keepSaved = (views: readonly SavedView[]): void => keepIfPossible(accountStore().set(KEY, views.slice(-MOST_VIEWS)))
/** The part of the address that says what is looked at; the page and the open record do not belong to a view. */
export function conditionsOf(params: URLSearchParams): string {
  const kept = new URLSearchParams(params)
  for (const name of ['page', 'student']) kept.delete(name)
  return String(kept)
}
