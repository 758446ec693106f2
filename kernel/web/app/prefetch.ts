import screens from 'virtual:qinglan/screens'
import { appInfoQuery } from '#web/session/appInfo.ts'
import { buttonsQuery, routesQuery, userInfoQuery } from '#web/session/queries.ts'
import { ADMIN, realmOf } from '#web/session/realm.ts'
import { accessToken } from '#web/session/token.ts'
import { screenLock } from '#web/shell/lock.ts'
import { pageAt, preload } from './pages.ts'
import { queryClient } from './queryClient.ts'
import { normalPath } from './routes.ts'

/** Somebody signed in comes to an address: the shell, the page and what they will ask for first are on their way before anything is drawn.
 *  Whatever fails here is asked for again by who needs it. */
export function fetchAhead(): void {
  const path = normalPath(location.pathname)
  const page = pageAt(path)
  if (realmOf(path) !== ADMIN || page?.access === 'open' || accessToken(ADMIN) === undefined || screenLock.get()) return
  void queryClient.prefetchQuery(appInfoQuery(ADMIN))
  void queryClient.prefetchQuery(routesQuery)
  void queryClient.prefetchQuery(buttonsQuery)
  void queryClient.prefetchQuery(userInfoQuery)
  void import('#web/shell/SignedIn.tsx').catch(() => undefined)
  preload(screens[path] ?? page?.component)
}
