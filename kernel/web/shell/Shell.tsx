import { Minimize2 } from 'lucide-react'
import { Suspense } from 'react'
import { useLocation } from 'react-router'
import { lazily } from '#web/base/chunk.ts'
import { useSignal } from '#web/base/signal.ts'
import { isUpdated } from '#web/base/update.ts'
import { useNarrow } from '#web/feedback/useNarrow.ts'
import { t } from '#web/i18n/index.ts'
import { full } from '#web/pages/tabs.ts'
import type { Screen } from '#web/session/menu.ts'
import { useSession } from '#web/session/useCan.ts'
import { theme } from '#web/theme/config.ts'
import { Banner } from './Banner.tsx'
import { matchScreen } from './match.ts'
import { PhoneBar, PhoneHead } from './Phone.tsx'
import { useNoteOpenings } from './recent.ts'
import { searching, useSearchKey } from './searching.ts'
import style from './shell.module.css'
import { TabStrip } from './TabStrip.tsx'
import { TopBar } from './TopBar.tsx'
import { Views } from './Views.tsx'

const Mark = lazily(() => import('./Mark.tsx'))
const MenuSearch = lazily(() => import('./MenuSearch.tsx'))
const SideNav = lazily(() => import('./SideNav.tsx'))
const Breadcrumb = lazily(() => import('./Breadcrumb.tsx'))
const Footer = lazily(() => import('./Footer.tsx'))
const Updated = lazily(() => import('./Updated.tsx'))

/** Layout of signed-in screens: top bar, tabs and views; on phones a header and a bottom bar. */
export function Shell() {
  const narrow = useNarrow()
  const { screens } = useSession()
  const screen = matchScreen(screens, useLocation().pathname)
  useSearchKey()
  useNoteOpenings(screen)
  return (
    <div className={style.shell}>
      <a className={style.skip} href="#content">
        {t('跳到正文')}
      </a>
      {narrow ? <PhoneShell /> : <WideShell screen={screen} />}
      <Over />
    </div>
  )
}
const PhoneShell = () => (
  <>
    <PhoneHead />
    <Content />
    <PhoneBar />
  </>
)
const Content = () => (
  <>
    <Banner />
    <div className={style.views} id="content" tabIndex={-1}>
      <Views />
    </div>
  </>
)
/** The four layouts: groups in the bar (transverse), or in a side bar beside everything (defaults, columns) or below the bar (classic). */
function WideShell({ screen }: { screen: Screen | undefined }) {
  const { layout, isTagsview, isBreadcrumb, isFooter } = useSignal(theme)
  const isFull = useSignal(full)
  const hasSide = layout !== 'transverse' && !isFull
  const bar = isFull ? null : <TopBar screen={screen} hasGroups={layout === 'transverse'} hasBrand={layout === 'transverse' || layout === 'classic'} />
  const side = hasSide ? (
    <Suspense fallback={<div className={style.sideWaiting} />}>
      <SideNav screen={screen} />
    </Suspense>
  ) : null
  const below = (
    <div className={style.below}>
      {!isFull && isTagsview && <TabStrip />}
      {isBreadcrumb && !isFull && (
        <Suspense>
          <Breadcrumb screen={screen} />
        </Suspense>
      )}
      <Content />
      {isFooter && !isFull && (
        <Suspense>
          <Footer />
        </Suspense>
      )}
    </div>
  )
  if (!hasSide || layout === 'classic') {
    return (
      <>
        {bar}
        {side ? (
          <div className={style.beside}>
            {side}
            {below}
          </div>
        ) : (
          below
        )}
      </>
    )
  }
  return (
    <div className={style.beside}>
      {side}
      <div className={style.below}>
        {bar}
        {below}
      </div>
    </div>
  )
}
/** Overlays: exit button of the maximised view, watermark, search, update notice. */
function Over() {
  const narrow = useNarrow()
  const { isWartermark, wartermarkText } = useSignal(theme)
  const isFull = useSignal(full)
  const isSearching = useSignal(searching)
  const hasNewer = useSignal(isUpdated)
  return (
    <Suspense>
      {isFull && !narrow && (
        <button type="button" className={style.leaveFull} onClick={() => full.set(false)} title={t('退出全屏')} aria-label={t('退出全屏')}>
          <Minimize2 size={18} strokeWidth={1.75} />
        </button>
      )}
      {isWartermark && <Mark text={wartermarkText} />}
      {isSearching && <MenuSearch onClose={() => searching.set(false)} />}
      {hasNewer && <Updated />}
    </Suspense>
  )
}
