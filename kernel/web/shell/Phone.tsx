import { Bell, House, LayoutGrid, ListChecks, ScanLine, Search, UserRound } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { lazily } from '#web/base/chunk.ts'
import { useSignal } from '#web/base/signal.ts'
import { counts } from '#web/http/live.ts'
import { t } from '#web/i18n/index.ts'
import { useAppInfo } from '#web/session/appInfo.ts'
import { Logo } from '#web/theme/Logo.tsx'
import { bellName, Count } from './Bell.tsx'
import { isHome, normalPath } from './match.ts'
import { openSearch } from './searching.ts'
import style from './shell.module.css'
import { Settings } from './TopBar.tsx'
import { UserDialogs } from './UserDialogs.tsx'

const Services = lazily(() => import('./PhoneDrawers.tsx').then(m => ({ default: m.Services })))
const Mine = lazily(() => import('./PhoneDrawers.tsx').then(m => ({ default: m.Mine })))
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
