import { useQuery } from '@tanstack/react-query'
import { Drawer, Segmented } from 'antd'
import {
  Bell,
  ChevronDown,
  ChevronRight,
  CircleUserRound,
  House,
  KeyRound,
  LayoutGrid,
  ListChecks,
  LockKeyhole,
  LogOut,
  Moon,
  ScanLine,
  Search,
  SlidersHorizontal,
  Sun,
  UserRound,
} from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { lazily } from '#web/base/chunk.ts'
import { useSignal } from '#web/base/signal.ts'
import { counts } from '#web/http/live.ts'
import { language, t } from '#web/i18n/index.ts'
import { useAppInfo } from '#web/session/appInfo.ts'
import { useLanguages } from '#web/session/LanguageMenu.tsx'
import { columnsOf, type MenuEntry } from '#web/session/menu.ts'
import { phoneRoutesQuery } from '#web/session/queries.ts'
import { useMe, useSession } from '#web/session/useCan.ts'
import { Avatar } from '#web/theme/Avatar.tsx'
import { chooseTheme } from '#web/theme/config.ts'
import { Logo } from '#web/theme/Logo.tsx'
import { bellName, Count } from './Bell.tsx'
import drawer from './drawer.module.css'
import { EntryLink } from './EntryLink.tsx'
import MenuIcon from './MenuIcon.tsx'
import { isHome, matchScreen, normalPath } from './match.ts'
import { PhoneMenu } from './PhoneMenu.tsx'
import { openSearch } from './searching.ts'
import style from './shell.module.css'
import { Settings } from './TopBar.tsx'
import { UserDialogs } from './UserDialogs.tsx'
import { settings, useUserActs } from './userActs.ts'

const PhoneScan = lazily(() => import('#web/scan/PhoneScan.tsx'))

const TODO_PAGE = '/personal/usertodo'
const MESSAGE_PAGE = '/personal/mymessage'

/** Header of the phone layout: the platform; the title is on the page itself. */
export function PhoneHead() {
  const info = useAppInfo()
  const { message } = useSignal(counts)
  return (
    <header className={style.phoneHead}>
      <Link to="/index" aria-label={t('回到首页')}>
        <Logo size={26} src={info?.logo} />
      </Link>
      <b>{info?.schoolName ?? t('青蓝')}</b>
      <button type="button" onClick={openSearch} aria-label={t('搜索菜单')}>
        <Search size={20} strokeWidth={1.75} />
      </button>
      <Link to={MESSAGE_PAGE} className={style.phoneBell} aria-label={bellName(message)}>
        <Bell size={20} strokeWidth={1.75} />
        <Count of={message} />
      </Link>
    </header>
  )
}
/** The item of the bottom bar a page belongs to. */
function partOf(path: string): 'home' | 'todo' | 'me' | 'services' {
  if (isHome(path)) return 'home'
  if (path === TODO_PAGE) return 'todo'
  return path.startsWith('/personal') ? 'me' : 'services'
}
/** Bottom bar: home, services, scanner in the middle, to-dos, profile. */
export function PhoneBar() {
  const path = normalPath(useLocation().pathname)
  const { todo } = useSignal(counts)
  const [open, setOpen] = useState<'services' | 'scan' | 'me'>()
  const close = () => setOpen(undefined)
  const at = open === 'services' || open === 'me' ? open : partOf(path)
  const here = (name: string) => (at === name ? style.on : undefined)
  const link = (name: string) => ({ className: here(name), 'aria-current': at === name ? ('page' as const) : undefined, onClick: close })
  const icon = { size: 22, strokeWidth: 1.75 } as const
  return (
    <nav className={style.phoneBar} aria-label={t('主菜单')}>
      <Link to="/index" {...link('home')}>
        <House {...icon} />
        {t('首页')}
      </Link>
      <button type="button" className={here('services')} aria-expanded={open === 'services'} onClick={() => setOpen('services')}>
        <LayoutGrid {...icon} />
        {t('服务')}
      </button>
      <button type="button" className={style.phoneScan} onClick={() => setOpen('scan')}>
        <i>
          <ScanLine {...icon} />
        </i>
        {t('扫一扫')}
      </button>
      <Link to={TODO_PAGE} {...link('todo')}>
        <ListChecks {...icon} />
        {`${t('待办')} `}
        <Count of={todo} />
      </Link>
      <button type="button" className={here('me')} aria-expanded={open === 'me'} onClick={() => setOpen('me')}>
        <UserRound {...icon} />
        {t('我的')}
      </button>
      <Services open={open === 'services'} onClose={close} />
      <Mine open={open === 'me'} onClose={close} />
      <Suspense>{open === 'scan' ? <PhoneScan onClose={close} /> : null}</Suspense>
      <UserDialogs />
      <Settings />
    </nav>
  )
}
function Services({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { menus, screens } = useSession()
  const phone = useQuery({ ...phoneRoutesQuery, enabled: open })
  const current = matchScreen(screens, useLocation().pathname)?.id
  const link = (entry: MenuEntry) => <EntryLink key={entry.id} entry={entry} className={entry.id === current ? drawer.here : undefined} onOpened={onClose} />
  return (
    <Drawer open={open} onClose={onClose} placement="bottom" size="78%" title={t('服务')} styles={{ body: { paddingBlock: 8 } }}>
      {phone.data?.length ? <PhoneMenu entries={phone.data} onOpened={onClose} /> : null}
      <div className={drawer.menu}>
        <Link to="/servicecenter" onClick={onClose}>
          <LayoutGrid size={20} strokeWidth={1.75} />
          {t('办事大厅')}
          <ChevronRight size={18} strokeWidth={1.75} className={drawer.onward} />
        </Link>
        {menus.map((group, i) =>
          group.children?.length ? (
            <details key={group.id} open={i === 0 && !phone.data?.length}>
              <summary>
                <MenuIcon name={group.meta.icon} size={20} />
                {group.meta.title}
                <ChevronDown size={18} strokeWidth={1.75} />
              </summary>
              <div>
                {columnsOf(group).map(column => (
                  <section key={column.title}>
                    {column.title && <h3>{column.title}</h3>}
                    {column.entries.map(link)}
                  </section>
                ))}
              </div>
            </details>
          ) : (
            link(group)
          ),
        )}
      </div>
    </Drawer>
  )
}
function Mine({ open, onClose }: { open: boolean; onClose: () => void }) {
  const me = useMe()
  const acts = useUserActs()
  const languages = useLanguages()
  const icon = { size: 20, strokeWidth: 1.75 } as const
  const does = (act: () => void) => () => {
    onClose()
    act()
  }
  return (
    <Drawer open={open} onClose={onClose} placement="bottom" size="auto" title={t('我的')}>
      <Link to="/personalcenter" className={drawer.who} onClick={onClose}>
        <Avatar name={me.nickName} src={me.avatarUrl} size={48} />
        <div>
          <b>{me.nickName}</b>
          <small>{[me.accountNo, me.detail.className ?? me.detail.departmentName].filter(Boolean).join(' · ')}</small>
        </div>
        <ChevronRight size={20} strokeWidth={1.75} className={drawer.onward} />
      </Link>
      <div className={drawer.menu}>
        <button type="button" onClick={does(acts.personal)}>
          <CircleUserRound {...icon} />
          {t('个人中心')}
        </button>
        {acts.hasPassword && (
          <button type="button" onClick={does(acts.changePassword)}>
            <KeyRound {...icon} />
            {t('修改密码')}
          </button>
        )}
        <button type="button" onClick={acts.toggleDark}>
          {acts.dark ? <Sun {...icon} /> : <Moon {...icon} />}
          {acts.dark ? t('浅色模式') : t('深色模式')}
        </button>
        <button type="button" onClick={does(() => settings.set('open'))}>
          <SlidersHorizontal {...icon} />
          {t('界面设置')}
        </button>
        <button type="button" onClick={does(acts.lock)}>
          <LockKeyhole {...icon} />
          {t('锁屏')}
        </button>
        <div className={drawer.languages}>
          <Segmented
            block
            style={{ flex: 1 }}
            value={language()}
            options={languages.map(l => ({ value: l.code, label: l.name }))}
            onChange={globalI18n => chooseTheme({ globalI18n })}
          />
        </div>
        <button type="button" onClick={does(acts.leave)}>
          <LogOut {...icon} />
          {t('退出登录')}
        </button>
      </div>
    </Drawer>
  )
}
