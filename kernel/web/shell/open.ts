import { useNavigate } from 'react-router'
import { preload } from '#web/pages/pages.ts'
import { enterApp } from '#web/session/apps.ts'
import type { MenuEntry } from '#web/session/menu.ts'
import { countOpening } from './frequency.ts'

/** Opens a menu entry by its type: tab, new browser tab without shell, or external address. */
export function useOpen(): (entry: MenuEntry) => void {
  const navigate = useNavigate()
  return entry => {
    const path = entry.path ?? ''
    countOpening(path)
    enterApp(entry.id, entry.path)
    if (entry.openType === 4 && entry.menuLink) window.open(entry.menuLink, '_blank', 'noopener,noreferrer')
    else if (entry.openType === 3) window.open(`/layout?id=${encodeURIComponent(entry.id)}&ddtab=true`, '_blank')
    else navigate(path)
  }
}
export const warm = (entry: MenuEntry | undefined): void => preload(entry?.component)
