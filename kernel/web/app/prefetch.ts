import { ADMIN, realmOf } from '#web/credentials/realm.ts'
import { accessToken } from '#web/credentials/token.ts'
import { queryClient } from '#web/http/queryClient.ts'
import { loadRoutes, pageAt, preload } from '#web/pages/pages.ts'
import { normalPath } from '#web/pages/routes.ts'
import { appInfoQuery } from '#web/session/appInfo.ts'
import { lastAnswer } from '#web/session/last-answer.ts'
import { type MenuEntry, screensOf } from '#web/session/menu.ts'
import { buttonsQuery, routesQuery, userInfoQuery } from '#web/session/queries.ts'
import { screenLock } from '#web/shell/lock.ts'
import { matchScreen } from '#web/shell/match.ts'

/** Prefetches the shell, the page and their first requests for a signed-in user before the first render. Errors are ignored: the component that needs the data requests it
 *  again. */
export async function fetchAhead(): Promise<void> {
  await loadRoutes()
  const path = normalPath(location.pathname)
  const page = pageAt(path)
  if (realmOf(path) !== ADMIN || page?.access === 'open' || accessToken(ADMIN) === undefined || screenLock.get()) return
  void queryClient.prefetchQuery(appInfoQuery(ADMIN))
  void queryClient.prefetchQuery(buttonsQuery)
  void queryClient.prefetchQuery(userInfoQuery)
  void import('#web/shell/SignedIn.tsx').catch(() => undefined)
  void pageAhead(path, page?.component)
}
/** The menu maps the address to its page. */
async function pageAhead(path: string, component: string | undefined): Promise<void> {
  const asked = queryClient.fetchQuery(routesQuery).catch(() => [])
  const routes = lastAnswer<MenuEntry[]>('routes') ?? (await asked)
  preload(matchScreen(screensOf(routes), path)?.component ?? component)
}
