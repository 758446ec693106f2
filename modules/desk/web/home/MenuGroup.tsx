import { columnsOf, type MenuEntry } from '#web/session/menu.ts'
import { EntryLink } from '#web/shell/EntryLink.tsx'
import MenuIcon from '#web/shell/MenuIcon.tsx'
import { tintAt, tintStyle } from '#web/theme/Avatar.tsx'

/** One menu group as tiles. Neighbouring groups differ in tint. */
export function MenuGroup({ group, index, isNarrow }: { group: MenuEntry; index: number; isNarrow: boolean }) {
  const entries = group.children?.length ? columnsOf(group).flatMap(column => column.entries) : [group]
  return (
    <div className="desk-menu-group">
      <h3>{group.meta.title}</h3>
      <div className={isNarrow ? 'desk-tiles' : 'desk-entries'}>
        {entries.map(entry => (
          <EntryLink key={entry.id} entry={entry}>
            <i className="desk-tile" style={{ ...tintStyle(tintAt(index)), width: isNarrow ? 44 : 32, height: isNarrow ? 44 : 32 }}>
              <MenuIcon name={entry.meta.icon ?? group.meta.icon} size={isNarrow ? 21 : 17} />
            </i>
            <span>{entry.meta.title}</span>
          </EntryLink>
        ))}
      </div>
    </div>
  )
}
