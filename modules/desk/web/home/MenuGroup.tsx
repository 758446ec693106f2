import { columnsOf, type MenuEntry } from '#web/session/menu.ts'
import { EntryLink } from '#web/shell/EntryLink.tsx'
import MenuIcon from '#web/shell/MenuIcon.tsx'
import { tintAt, tintStyle } from '#web/theme/Avatar.tsx'
import deskStyle from '../desk.module.css'
import style from './home.module.css'

/** One menu group as tiles. Neighbouring groups differ in tint. */
export function MenuGroup({ group, index, isNarrow }: { group: MenuEntry; index: number; isNarrow: boolean }) {
  const entries = group.children?.length ? columnsOf(group).flatMap(column => column.entries) : [group]
  return (
    <div className={style.menuGroup}>
      <h3>{group.meta.title}</h3>
      <div className={isNarrow ? deskStyle.tiles : style.entries}>
        {entries.map(entry => (
          <EntryLink key={entry.id} entry={entry}>
            <i className={deskStyle.tile} style={{ ...tintStyle(tintAt(index)), width: isNarrow ? 44 : 32, height: isNarrow ? 44 : 32 }}>
              <MenuIcon name={entry.meta.icon ?? group.meta.icon} size={isNarrow ? 21 : 17} />
            </i>
            <span>{entry.meta.title}</span>
          </EntryLink>
        ))}
      </div>
    </div>
  )
}
