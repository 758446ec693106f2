import { ADMIN, realmOf } from '#web/credentials/realm.ts'
import { accessToken } from '#web/credentials/token.ts'
import { queryClient } from '#web/http/queryClient.ts'
import { loadRoutes, pageAhead, pageAt } from '#web/pages/pages.ts'
import { normalPath } from '#web/pages/routes.ts'
import { appInfoQuery } from '#web/session/appInfo.ts'
import { lastAnswer } from '#web/session/last-answer.ts'
import { type MenuEntry, screensOf } from '#web/session/menu.ts'
import { buttonsQuery, routesQuery, userInfoQuery } from '#web/session/queries.ts'
import { screenLock } from '#web/shell/lock.ts'
import { matchScreen } from '#web/shell/match.ts'
import { LoginPage, SignedIn } from './screens.ts'

/** Fetches the shell, the page and their first requests for a signed-in user before the first render; resolves when the first screen's chunk is there. Errors are ignored: the
 *  component that needs the data requests it again. */
export async function fetchAhead(): Promise<void> {
  await loadRoutes()
  const path = normalPath(location.pathname)
  const page = pageAt(path)
  if (realmOf(path) !== ADMIN || page?.access === 'open' || screenLock.get()) return
  if (accessToken(ADMIN) === undefined) return LoginPage.ahead()
  void queryClient.prefetchQuery(appInfoQuery(ADMIN))
  void queryClient.prefetchQuery(buttonsQuery)
  void queryClient.prefetchQuery(userInfoQuery)
  void screenAhead(path, page?.component)
  return SignedIn.ahead()
}
/** The menu maps the address to its page. */
async function screenAhead(path: string, component: string | undefined): Promise<void> {
  const asked = queryClient.fetchQuery(routesQuery).catch(() => [])
  const known = component || matchScreen(screensOf(lastAnswer<MenuEntry[]>('routes') ?? (await asked)), path)?.component
  if (known) void pageAhead(known, location.search)
}
/** Fetches the files that follow the sign-in and runs none of them: that would hold up a page somebody is about to type into. */
export function fetchFiles(): void {
  const files = document.querySelector('script[data-ahead]')?.getAttribute('data-ahead') ?? ''
  for (const href of files.split(' ').filter(Boolean))
    document.head.append(Object.assign(document.createElement('link'), { rel: 'prefetch', as: href.endsWith('.css') ? 'style' : 'script', crossOrigin: '', href }))
}
