import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { t } from '#web/i18n/index.ts'
import { columnsOf, type MenuEntry, type Screen } from '#web/session/menu.ts'
import { EntryLink } from './EntryLink.tsx'
import MenuIcon from './MenuIcon.tsx'
import style from './panel.module.css'
import { useRecent } from './recent.ts'

interface Props {
  group: MenuEntry
  groups: readonly MenuEntry[]
  current: Screen | undefined
  onGroup: (id: string) => void
  onClose: () => void
  onEnter: () => void
  onLeave: () => void
}
/** Wide panel: groups at the left, entries of one group in columns, the most used ones below. */
export default function MenuPanel({ group, groups, current, onGroup, onClose, onEnter, onLeave }: Props) {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const key = (event: KeyboardEvent) => event.key === 'Escape' && onClose()
    addEventListener('keydown', key)
    return () => removeEventListener('keydown', key)
  }, [onClose])
  return createPortal(
    <>
      <div className={style.mask} onClick={onClose} aria-hidden="true" />
      <div className={style.panel} ref={panel} onPointerEnter={onEnter} onPointerLeave={e => e.pointerType === 'mouse' && onLeave()}>
        <div className={style.left}>
          {groups.map(entry => (
            <button
              key={entry.id}
              type="button"
              className={entry.id === group.id ? style.on : undefined}
              aria-pressed={entry.id === group.id}
              onPointerEnter={() => onGroup(entry.id)}
              onFocus={() => onGroup(entry.id)}
            >
              <MenuIcon name={entry.meta.icon} />
              {entry.meta.title}
            </button>
          ))}
        </div>
        <div className={style.right}>
          {columnsOf(group).map(column => (
            <section key={column.title || group.id}>
              <h3>{column.title || group.meta.title}</h3>
              {column.entries.map(entry => (
                <EntryLink key={entry.id} entry={entry} className={entry.id === current?.id ? style.here : undefined} onOpened={onClose} />
              ))}
            </section>
          ))}
        </div>
        <Often onOpened={onClose} />
      </div>
    </>,
    document.body,
  )
}
/** Pages the person opened last, on any device. */
function Often({ onOpened }: { onOpened: () => void }) {
  const often = useRecent().slice(0, 6)
  return (
    <div className={style.often}>
      {often.length > 0 && <b>{t('最近打开')}</b>}
      {often.map(screen => (
        <EntryLink key={screen.id} entry={screen} onOpened={onOpened} />
      ))}
      <span>
        {t('输入拼音首字母也能找')}
        <kbd>Ctrl K</kbd>
      </span>
    </div>
  )
}
