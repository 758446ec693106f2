import { Search, SlidersHorizontal } from 'lucide-react'
import { Suspense } from 'react'
import { Link } from 'react-router'
import { lazily } from '#web/base/chunk.ts'
import { useSignal } from '#web/base/signal.ts'
import { t } from '#web/i18n/index.ts'
import { useAppInfo } from '#web/session/appInfo.ts'
import { LanguageMenu } from '#web/session/LanguageMenu.tsx'
import type { Screen } from '#web/session/menu.ts'
import { useMe } from '#web/session/useCan.ts'
import { JobsTray } from '#web/spreadsheets/JobsTray.tsx'
import { theme } from '#web/theme/config.ts'
import { Logo } from '#web/theme/Logo.tsx'
import { Bell } from './Bell.tsx'
import { GroupNav } from './GroupNav.tsx'
import { openSearch, useSearchName } from './searching.ts'
import style from './shell.module.css'
import { UserMenu } from './UserMenu.tsx'
import { settings } from './userActs.ts'

const ThemeDrawer = lazily(() => import('./ThemeDrawer.tsx'))

/** Logo, school, menu groups, search, bell, language, settings, user menu. */
export function TopBar({ screen, hasGroups, hasBrand }: { screen: Screen | undefined; hasGroups: boolean; hasBrand: boolean }) {
  const info = useAppInfo()
  const me = useMe()
  const { isShowLogo } = useSignal(theme)
  const what = useSearchName()
  return (
    <header className={style.top}>
      {hasBrand && isShowLogo && (
        <Link to="/index" className={style.brand} title={t('回到首页')}>
          <Logo src={info?.logo} />
          <b>{t('青蓝')}</b>
          <span>{info?.schoolName ?? me.schoolName}</span>
        </Link>
      )}
      {hasGroups && <GroupNav screen={screen} />}
      <div className={style.tools}>
        <button type="button" className={style.find} onClick={openSearch} title={what}>
          <Search size={16} strokeWidth={1.75} />
          <span>{what}</span>
          <kbd>Ctrl K</kbd>
        </button>
        <JobsTray {...(style.tool ? { className: style.tool } : {})} />
        <Bell />
        <LanguageMenu icon={style.tool} />
        <button type="button" className={style.tool} onClick={() => settings.set('open')} aria-label={t('界面设置')} title={t('界面设置')}>
          <SlidersHorizontal size={18} strokeWidth={1.75} />
        </button>
        <UserMenu />
      </div>
      <Settings />
    </header>
  )
}
/** Settings drawer; loaded on first use and kept mounted for its closing animation. */
export function Settings() {
  const state = useSignal(settings)
  if (state === 'closed') return null
  return (
    <Suspense>
      <ThemeDrawer open={state === 'open'} onClose={() => settings.set('left')} />
    </Suspense>
  )
}
