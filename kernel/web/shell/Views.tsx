import { Activity, memo, useEffect, useMemo, useRef, useState } from 'react'
import { type Location, UNSAFE_LocationContext as LocationContext, NavigationType, Route, Routes, useLocation } from 'react-router'
import { useSignal } from '#web/base/signal.ts'
import { t } from '#web/i18n/index.ts'
import { HOME, opened, stamps, tabs } from '#web/pages/tabs.ts'
import { useDocumentTitle } from '#web/pages/title.ts'
import { ViewContext } from '#web/pages/unsaved.ts'
import { useAppInfo } from '#web/session/appInfo.ts'
import { useSession } from '#web/session/useCan.ts'
import { theme } from '#web/theme/config.ts'
import { AT_ONCE_MS, whenShown } from './arrival.ts'
import { Forbidden, NotFound } from './Messages.tsx'
import { matchScreen, normalPath } from './match.ts'
import { ScreenBody } from './ScreenBody.tsx'
import style from './shell.module.css'

/** The open views. The current one is rendered; those flagged keep-alive stay mounted but hidden. */
export function Views() {
  const location = useLocation()
  const current = normalPath(location.pathname)
  const { screens } = useSession()
  const list = useSignal(tabs)
  const fresh = useSignal(stamps)
  const { isTagsview: hasTabs, animation } = useSignal(theme)
  const screen = matchScreen(screens, current)
  useDocumentTitle(list.find(tab => tab.path === current)?.title ?? screen?.meta.title ?? (current === '/401' ? t('没有权限') : t('没有这个页面')), useAppInfo()?.globalTitle)
  useEffect(() => {
    if (screen && hasTabs) tabs.set(now => opened(now, current, location.search))
  }, [screen, hasTabs, current, location.search])

  useFocusOnArrival(current)
  // A hidden view keeps its last location, so that its parameters do not change.
  const [left] = useState(() => new Map<string, Location>())
  if (!isSamePlace(left.get(current), location)) left.set(current, location)
  const keeps = (path: string) => path === HOME || matchScreen(screens, path)?.meta.isKeepAlive === true
  const shown = hasTabs ? [HOME, ...list.map(tab => tab.path)].filter(path => path === current || (left.has(path) && keeps(path))) : []
  if (!shown.includes(current)) shown.push(current)
  for (const path of left.keys()) if (!shown.includes(path)) left.delete(path)

  return shown.map(path => (
    <Activity key={`${path} ${fresh[path] ?? 0}`} mode={path === current ? 'visible' : 'hidden'}>
      <main className={style.view} data-arrival={animation}>
        <ViewContext value={path}>
          <Body path={path} location={left.get(path) ?? location} />
        </ViewContext>
      </main>
    </Activity>
  ))
}
/** After a navigation the focus moves to the heading of the page, which screen readers then read; the clicked link may be gone. Not on the first page, where nothing was clicked,
 *  nor where the page has taken the focus itself or, while a slow page was on its way, somebody has put it elsewhere. */
function useFocusOnArrival(path: string): void {
  const from = useRef(path)
  useEffect(() => {
    if (from.current === path) return
    from.current = path
    const clicked = document.activeElement
    return whenShown(waitedMs => {
      const active = document.activeElement
      const place = [...document.querySelectorAll<HTMLElement>('main')].find(main => main.offsetParent !== null)
      const heading = place?.querySelector<HTMLElement>('h1')
      if (!heading) return false
      if (active && active !== document.body && (place?.contains(active) || (active !== clicked && waitedMs > AT_ONCE_MS))) return true
      heading.tabIndex = -1
      heading.focus({ preventScroll: true })
      return true
    })
  }, [path])
}
const isSamePlace = (a: Location | undefined, b: Location): boolean => a?.pathname === b.pathname && a.search === b.search && a.hash === b.hash && a.state === b.state

/** Re-renders only when its own location changes. */
const Body = memo(function Body({ path, location }: { path: string; location: Location }) {
  const screen = matchScreen(useSession().screens, path)
  const here = useMemo(() => ({ location, navigationType: NavigationType.Push }), [location])
  if (path === '/401') return <Forbidden />
  if (!screen) return <NotFound />
  return (
    <LocationContext value={here}>
      <Routes>
        <Route path={screen.path} element={<ScreenBody screen={screen} />} />
      </Routes>
    </LocationContext>
  )
})
