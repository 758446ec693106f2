import type { ReactNode } from 'react'
import { useSignal } from '#web/base/signal.ts'
import { counts } from '#web/http/live.ts'
import type { MenuEntry } from '#web/session/menu.ts'
import { tintAt, tintStyle } from '#web/theme/Avatar.tsx'
import { Count } from './Bell.tsx'
import { EntryLink } from './EntryLink.tsx'
import MenuIcon from './MenuIcon.tsx'
import style from './phone-menu.module.css'

interface Group {
  id: string
  title: string
  entries: readonly MenuEntry[]
}
/** Groups in order; entries without a group come first. Nested groups are flattened. */
function groupsOf(menu: readonly MenuEntry[]): Group[] {
  const shown = menu.filter(e => !e.meta.isHide)
  const own = shown.filter(e => !e.children?.length && (e.path || e.menuLink))
  const groups = shown.filter(e => e.children?.length).map(e => ({ id: e.id, title: e.meta.title, entries: leaves(e) }))
  return [...(own.length ? [{ id: '', title: '', entries: own }] : []), ...groups].filter(g => g.entries.length)
}
const leaves = (entry: MenuEntry): MenuEntry[] =>
  (entry.children ?? []).flatMap(child => (child.children?.length ? leaves(child) : !child.meta.isHide && (child.path || child.menuLink) ? [child] : []))

/** Menu of the phone layout: tiles by group, with live counts. Inert in a preview. */
export const PhoneMenu = ({ entries, ...how }: { entries: readonly MenuEntry[] } & How) => (
  <>
    {groupsOf(entries).map((group, at) => (
      <PhoneGroup key={group.id} title={group.title}>
        {group.entries.map(entry => (
          <Entry key={entry.id} entry={entry} tint={at} {...how} />
        ))}
      </PhoneGroup>
    ))}
  </>
)
interface How {
  isPreview?: boolean
  onOpened?: () => void
}
function Entry({ entry, tint, isPreview, onOpened }: { entry: MenuEntry; tint: number } & How) {
  const { icon, title, badge } = entry.meta
  const tile = <PhoneTile icon={icon} title={title} badge={badge} tint={tint} />
  if (isPreview) return <span>{tile}</span>
  return (
    <EntryLink entry={entry} {...(onOpened ? { onOpened } : {})}>
      {tile}
    </EntryLink>
  )
}
/** Titled group of tiles, four per row. */
export const PhoneGroup = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={style.group}>
    {title && <h3>{title}</h3>}
    <div className={style.tiles}>{children}</div>
  </section>
)
/** Tile: tinted icon, badge, label. */
export function PhoneTile({ icon, title, badge, tint }: { icon: string | null | undefined; title: ReactNode; badge?: 'todo' | 'message' | null | undefined; tint: number }) {
  const live = useSignal(counts)
  return (
    <>
      <i className={style.tile} style={tintStyle(tintAt(tint))}>
        <MenuIcon name={icon} size={22} />
        {badge ? <Count of={live[badge]} /> : null}
      </i>
      <b>{title}</b>
    </>
  )
}
