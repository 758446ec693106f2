import { useEffect } from 'react'
import { signal } from '#web/app/signal.ts'
import { t } from '#web/i18n/index.ts'
import { useMe } from '#web/session/useCan.ts'

/** Whether the menu search is open; several places open it. */
export const searching = signal(false)
export const openSearch = (): void => searching.set(true)

/** Ctrl K (⌘ K) anywhere opens the search. */
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
/** What can be found: students find no students. */
export const useSearchName = (): string => (useMe().userType === STUDENT ? t('搜索菜单') : t('搜索菜单、学生'))
