import { ChevronDown, House, PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useSignal } from '#web/base/signal.ts'
import { t } from '#web/i18n/index.ts'
import { useAppInfo } from '#web/session/appInfo.ts'
import { columnsOf, type MenuEntry, type Screen } from '#web/session/menu.ts'
import { useSession } from '#web/session/useCan.ts'
import { chooseTheme, theme } from '#web/theme/config.ts'
import { Logo } from '#web/theme/Logo.tsx'
import { EntryLink } from './EntryLink.tsx'
import MenuIcon from './MenuIcon.tsx'
import { groupOf, isHome } from './match.ts'
import style from './side.module.css'

/** Menu groups in a side bar: a tree (defaults, classic), or a rail of groups with the entries of one beside it (columns). */
export default function SideNav({ screen }: { screen: Screen | undefined }) {
  const { layout, isCollapse, isShowLogo } = useSignal(theme)
  const { menus } = useSession()
  const current = groupOf(menus, screen)
  const isRail = layout === 'columns'
  return (
    <div className={`${style.side} ${isCollapse && !isRail ? style.narrow : ''} ${isRail ? style.rail : ''}`}>
      {layout !== 'classic' && isShowLogo && <Brand isShort={isRail || isCollapse} />}
      <nav className={style.nav} aria-label={t('主菜单')}>
        {isRail ? <Rail groups={menus} current={current} screen={screen} /> : <Tree groups={menus} current={current} screen={screen} isCollapsed={isCollapse} />}
      </nav>
      {!isRail && <Fold isCollapsed={isCollapse} />}
    </div>
  )
}
function Brand({ isShort }: { isShort: boolean }) {
  const info = useAppInfo()
  return (
    <Link to="/index" className={style.brand} title={t('回到首页')}>
      <Logo src={info?.logo} size={30} />
      {isShort ? <span className="visually-hidden">{t('回到首页')}</span> : <b>{info?.schoolName ?? t('青蓝')}</b>}
    </Link>
  )
}
function Fold({ isCollapsed }: { isCollapsed: boolean }) {
  const words = isCollapsed ? t('展开菜单') : t('收起菜单')
  const Icon = isCollapsed ? PanelLeftOpen : PanelLeftClose
  return (
    <button type="button" className={style.fold} onClick={() => chooseTheme({ isCollapse: !isCollapsed })} aria-label={words} title={words}>
      <Icon size={18} strokeWidth={1.75} />
    </button>
  )
}
interface Part {
  groups: readonly MenuEntry[]
  current: MenuEntry | undefined
  screen: Screen | undefined
}
function HomeLink({ isCollapsed = false }: { isCollapsed?: boolean }) {
  const here = isHome(useLocation().pathname)
  return (
    <Link to="/index" className={`${style.group} ${here ? style.here : ''}`} aria-current={here ? 'page' : undefined} title={isCollapsed ? t('工作台') : undefined}>
      <House size={18} strokeWidth={1.75} />
      <span className={isCollapsed ? 'visually-hidden' : undefined}>{t('工作台')}</span>
    </Link>
  )
}
function Tree({ groups, current, screen, isCollapsed }: Part & { isCollapsed: boolean }) {
  const [open, setOpen] = useState(current?.id)
  useEffect(() => setOpen(current?.id), [current?.id])
  return (
    <>
      <HomeLink isCollapsed={isCollapsed} />
      {groups.map(group =>
        group.children?.length ? (
          <section key={group.id} className={open === group.id ? style.open : undefined}>
            <button
              type="button"
              className={`${style.group} ${group.id === current?.id ? style.on : ''}`}
              aria-expanded={open === group.id}
              title={isCollapsed ? group.meta.title : undefined}
              onClick={() => {
                if (isCollapsed) chooseTheme({ isCollapse: false })
                setOpen(now => (now === group.id && !isCollapsed ? undefined : group.id))
              }}
            >
              <MenuIcon name={group.meta.icon} />
              <span className={isCollapsed ? 'visually-hidden' : undefined}>{group.meta.title}</span>
              {!isCollapsed && <ChevronDown size={16} strokeWidth={1.75} className={style.turn} />}
            </button>
            {open === group.id && !isCollapsed && <Entries group={group} screen={screen} />}
          </section>
        ) : (
          <Leaf key={group.id} entry={group} screen={screen} isCollapsed={isCollapsed} />
        ),
      )}
    </>
  )
}
function Rail({ groups, current, screen }: Part) {
  const [chosen, setChosen] = useState(current?.id)
  useEffect(() => setChosen(current?.id), [current?.id])
  const group = groups.find(g => g.id === chosen)
  return (
    <>
      <div className={style.groups}>
        <HomeLink />
        {groups.map(entry =>
          entry.children?.length ? (
            <button
              key={entry.id}
              type="button"
              className={`${style.group} ${entry.id === chosen ? style.here : ''}`}
              aria-pressed={entry.id === chosen}
              onClick={() => setChosen(entry.id)}
            >
              <MenuIcon name={entry.meta.icon} />
              <span>{entry.meta.title}</span>
            </button>
          ) : (
            <Leaf key={entry.id} entry={entry} screen={screen} />
          ),
        )}
      </div>
      {group && (
        <div className={style.second}>
          <h2>{group.meta.title}</h2>
          <Entries group={group} screen={screen} />
        </div>
      )}
    </>
  )
}
/** A top-level entry that is a screen itself. */
const Leaf = ({ entry, screen, isCollapsed = false }: { entry: MenuEntry; screen: Screen | undefined; isCollapsed?: boolean }) => (
  <EntryLink entry={entry} className={`${style.group} ${entry.id === screen?.id ? style.here : ''}`}>
    <MenuIcon name={entry.meta.icon} />
    <span className={isCollapsed ? 'visually-hidden' : undefined}>{entry.meta.title}</span>
  </EntryLink>
)
const Entries = ({ group, screen }: { group: MenuEntry; screen: Screen | undefined }) => (
  <div className={style.entries}>
    {columnsOf(group).map(column => (
      <div key={column.title}>
        {column.title && <h3>{column.title}</h3>}
        {column.entries.map(entry => (
          <EntryLink key={entry.id} entry={entry} className={entry.id === screen?.id ? style.here : undefined} />
        ))}
      </div>
    ))}
  </div>
)
