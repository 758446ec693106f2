import { useEffect } from 'react'
import { signal } from '#web/base/signal.ts'
import { t } from '#web/i18n/index.ts'
import { useMe } from '#web/session/useCan.ts'

/** Whether the search dialog is open. */
export const searching = signal(false)
export const openSearch = (): void => searching.set(true)

/** Global shortcut Ctrl K (⌘ K). */
export function useSearchKey(): void {
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      openSearch()
    }
    addEventListener('keydown', key)
    return () => {
      removeEventListener('keydown', key)
      searching.set(false)
    }
  }, [])
}
const STUDENT = 2
/** Label of the search; students can search menus only. */
export const useSearchName = (): string => (useMe().userType === STUDENT ? t('搜索菜单') : t('搜索菜单、学生'))
