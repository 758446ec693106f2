import { ArrowLeft, Bell, House, LayoutGrid, ListChecks, ScanLine, Search, UserRound } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { lazily } from '#web/base/chunk.ts'
import { useSignal } from '#web/base/signal.ts'
import { counts } from '#web/http/live.ts'
import { t } from '#web/i18n/index.ts'
import { pageName } from '#web/layout/page-name.ts'
import { aboutOf } from '#web/pages/pages.ts'
import { useAppInfo } from '#web/session/appInfo.ts'
import { useSession } from '#web/session/useCan.ts'
import { Logo } from '#web/theme/Logo.tsx'
import { bellName, Count } from './Bell.tsx'
import { Help } from './Help.tsx'
import { isHome, matchScreen, normalPath } from './match.ts'
import { openSearch } from './searching.ts'
import style from './shell.module.css'
import { Settings } from './TopBar.tsx'
import { UserDialogs } from './UserDialogs.tsx'

const Services = lazily(() => import('./PhoneDrawers.tsx').then(m => ({ default: m.Services })))
const Mine = lazily(() => import('./PhoneDrawers.tsx').then(m => ({ default: m.Mine })))
const PhoneScan = lazily(() => import('#web/scan/PhoneScan.tsx'))

const TODO_PAGE = '/personal/usertodo'
const MESSAGE_PAGE = '/personal/mymessage'

/** Header of the phone layout: the school on the home page, elsewhere the way back and what the page is. */
export function PhoneHead() {
  const { message } = useSignal(counts)
  return (
    <header className={style.phoneHead}>
      {isHome(useLocation().pathname) ? <School /> : <Here />}
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
function School() {
  const info = useAppInfo()
  return (
    <>
      <Link to="/index" aria-label={t('回到首页')}>
        <Logo size={26} src={info?.logo} />
      </Link>
      <b>{info?.schoolName ?? t('青蓝')}</b>
    </>
  )
}
/** The heading itself is on the page, where screen readers find it. */
function Here() {
  const { screens } = useSession()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const name = useSignal(pageName)
  const screen = matchScreen(screens, pathname)
  const about = aboutOf(screen?.component)
  // a visit that began here has no page before it
  const before = () => (window.history.state?.idx ? navigate(-1) : navigate('/index'))
  return (
    <>
      <button type="button" onClick={name?.back ?? before} aria-label={t('返回')}>
        <ArrowLeft size={20} strokeWidth={1.75} />
      </button>
      <b aria-hidden="true">{name?.title ?? screen?.meta.title}</b>
      {name && about ? <Help of={about} /> : null}
    </>
  )
}
/** The item of the bottom bar a page belongs to. */
function partOf(path: string): 'home' | 'todo' | 'me' | 'services' {
  if (isHome(path)) return 'home'
  if (path === TODO_PAGE) return 'todo'
  return path.startsWith('/personal') ? 'me' : 'services'
}
/** The shortcut at the icon of the installed app opens the home page with this. */
const isScanShortcut = (search: string): boolean => new URLSearchParams(search).get('open') === 'scan'
/** Bottom bar: home, services, scanner in the middle, to-dos, profile. */
export function PhoneBar() {
  const { pathname, search } = useLocation()
  const path = normalPath(pathname)
  const { todo } = useSignal(counts)
  const [open, setOpen] = useState<'services' | 'scan' | 'me' | undefined>(() => (isScanShortcut(search) ? 'scan' : undefined))
  // once opened a drawer stays mounted for its closing animation
  const [used, setUsed] = useState({ services: false, me: false })
  const show = (drawer: 'services' | 'me') => () => {
    setUsed(now => ({ ...now, [drawer]: true }))
    setOpen(drawer)
  }
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
      <button type="button" className={here('services')} aria-expanded={open === 'services'} onClick={show('services')}>
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
      <button type="button" className={here('me')} aria-expanded={open === 'me'} onClick={show('me')}>
        <UserRound {...icon} />
        {t('我的')}
      </button>
      <Suspense>{used.services ? <Services open={open === 'services'} onClose={close} /> : null}</Suspense>
      <Suspense>{used.me ? <Mine open={open === 'me'} onClose={close} /> : null}</Suspense>
      <Suspense>{open === 'scan' ? <PhoneScan onClose={close} /> : null}</Suspense>
      <UserDialogs />
      <Settings />
    </nav>
  )
}
