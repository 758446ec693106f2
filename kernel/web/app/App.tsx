import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode, Suspense, useEffect, useSyncExternalStore } from 'react'
import { BrowserRouter, Navigate, useLocation } from 'react-router'
import { lazily } from '#web/base/chunk.ts'
import { installAs } from '#web/base/install.ts'
import { useSignal } from '#web/base/signal.ts'
import { leave } from '#web/credentials/leave.ts'
import { ADMIN, realmOf } from '#web/credentials/realm.ts'
import { accessToken } from '#web/credentials/token.ts'
import { ErrorBoundary } from '#web/feedback/ErrorBoundary.tsx'
import { queryClient, tellUnhandled } from '#web/http/queryClient.ts'
import { followLanguage, language } from '#web/i18n/index.ts'
import { setLanguage } from '#web/i18n/packs.ts'
import { isOpenPage, loadRoutes, pageAt } from '#web/pages/pages.ts'
import { normalPath, REDIRECTS } from '#web/pages/routes.ts'
import { appInfoQuery } from '#web/session/appInfo.ts'
import { guard } from '#web/session/guard.ts'
import { keepFresh } from '#web/session/refresh.ts'
import { casReturn, isSsoPath, ssoAddress } from '#web/session/sso.ts'
import { followLock, screenLock } from '#web/shell/lock.ts'
import { setSchoolTheme, theme } from '#web/theme/config.ts'
import { ThemeProvider } from '#web/theme/ThemeProvider.tsx'
import { fetchFiles } from './prefetch.ts'
import { LoginPage, SignedIn } from './screens.ts'

/** What follows the sign-in: fetched while the page is idle, run when somebody types. */
const NEXT = { fetch: fetchFiles, run: SignedIn.ahead }

/** The guard needs the page routes to decide what an address may show, so they are loaded first. */
export const Guarded = lazily(() => loadRoutes().then(() => ({ default: GuardedScreen })))
const CasArrival = lazily(() => import('#web/login/CasArrival.tsx'))
const ActivatePage = lazily(() => import('#web/login/ActivatePage.tsx'))
const CheckPage = lazily(() => import('#web/print/CheckPage.tsx'))
const RealmHome = lazily(() => import('#web/login/RealmHome.tsx'))
const LockScreen = lazily(() => import('#web/shell/LockScreen.tsx'))
const OpenPage = lazily(() => import('./OpenPage.tsx'))
const NoPermission = lazily(() => import('./NoPermission.tsx'))

/** Root of the web app: query client, language, theme, router. Changing the language re-renders everything. */
export function App() {
  useEffect(tellUnhandled, [])
  return (
    <QueryClientProvider client={queryClient}>
      <Spoken>
        <ErrorBoundary>
          <BrowserRouter>
            <Suspense>
              <Guarded />
            </Suspense>
          </BrowserRouter>
        </ErrorBoundary>
      </Spoken>
    </QueryClientProvider>
  )
}
function Spoken({ children }: { children: ReactNode }) {
  const chosen = useSignal(theme).globalI18n
  const spoken = useSyncExternalStore(followLanguage, language)
  useEffect(() => {
    if (chosen === language()) return
    // Cached responses carry texts in the old language: refetch.
    void setLanguage(chosen).then(() => queryClient.invalidateQueries())
  }, [chosen])
  const isLocked = useSignal(screenLock) !== undefined
  useEffect(followLock, [])
  // Locking unmounts everything, including antd's own dialog and notification containers, and clears the data that was read.
  useEffect(() => {
    if (isLocked) queryClient.clear()
  }, [isLocked])
  return (
    <ThemeProvider key={String(isLocked)} language={spoken}>
      <Fragment key={spoken}>{children}</Fragment>
    </ThemeProvider>
  )
}
function GuardedScreen() {
  const { pathname, search } = useLocation()
  const realm = realmOf(pathname)
  const asked = useQuery(appInfoQuery(realm))
  const info = asked.data
  useEffect(() => {
    if (!info) return
    setSchoolTheme(info)
    installAs(info, realm.appType)
  }, [info, realm])
  const back = casReturn({ origin: location.origin, pathname, search })
  if (back)
    return (
      <Suspense>
        <CasArrival key={back.ticket} of={back} />
      </Suspense>
    )
  const isSignedIn = accessToken(realm) !== undefined
  const sso = !isSignedIn && isSsoPath(pathname) ? ssoAddress(info, location.origin + pathname + search) : undefined
  if (sso) return <Elsewhere to={sso} />
  const passage = guard({ pathname, search, hasToken: of => accessToken(of) !== undefined, isOpen: isOpenPage })
  if (passage.kind === 'go') return <Navigate to={passage.to} replace />
  // This address may redirect to single sign-on; do not clear storage before the sign-in methods are known.
  if (passage.kind === 'login' && isSsoPath(pathname) && asked.isPending) return null
  if (passage.kind === 'login') return <ToLogin wanted={passage.wanted} />
  return (
    <Suspense>
      <Screen pathname={pathname} />
    </Suspense>
  )
}
function Elsewhere({ to }: { to: string }) {
  useEffect(() => location.replace(to), [to])
  return null
}
function ToLogin({ wanted }: { wanted: string }) {
  useEffect(() => leave({ wanted }), [wanted])
  return null
}
function Screen({ pathname }: { pathname: string }) {
  const realm = realmOf(pathname)
  const path = normalPath(pathname)
  const page = pageAt(path)
  const isLocked = useSignal(screenLock) !== undefined
  if (REDIRECTS[path]) return <Navigate to={REDIRECTS[path]} replace />
  if (path === realm.login || path === '/login') return <LoginPage next={NEXT} />
  if (path === '/activate') return <ActivatePage />
  if (path === '/check') return <CheckPage />
  if (page?.access === 'open') return <OpenPage page={page} />
  if (realm !== ADMIN)
    return (
      <Fresh>
        <RealmHome>{page && <OpenPage page={page} />}</RealmHome>
      </Fresh>
    )
  if (accessToken(ADMIN) === undefined) return <NoPermission />
  return <Fresh>{isLocked ? <LockScreen /> : <SignedIn />}</Fresh>
}
/** Refreshes the token while a signed-in screen is open. */
function Fresh({ children }: { children: ReactNode }) {
  useEffect(() => keepFresh(), [])
  return children
}
