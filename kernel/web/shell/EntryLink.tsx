import type { MouseEvent, ReactNode } from 'react'
import type { MenuEntry } from '#web/session/menu.ts'
import { useOpen, warm } from './open.ts'

/** Link to a menu entry, opened according to the entry; Ctrl-click opens a browser tab. */
export function EntryLink({
  entry,
  title,
  className,
  tabIndex,
  onOpened,
  children,
}: {
  entry: MenuEntry
  title?: string
  className?: string | undefined
  tabIndex?: number
  onOpened?: () => void
  children?: ReactNode
}) {
  const open = useOpen()
  const click = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    open(entry)
    onOpened?.()
  }
  return (
    <a
      href={entry.openType === 4 ? (entry.menuLink ?? undefined) : (entry.path ?? undefined)}
      className={className}
      tabIndex={tabIndex}
      onClick={click}
      onPointerEnter={() => warm(entry)}
      onFocus={() => warm(entry)}
    >
      {children ?? title ?? entry.meta.title}
    </a>
  )
}
