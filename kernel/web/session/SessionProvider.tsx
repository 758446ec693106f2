import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { userInfo } from '#web/credentials/token.ts'
import { openStores } from '#web/offline/index.ts'
import { allPages } from '#web/pages/pages.ts'
import { screensOf, screensOfPages, visibleEntries } from './menu.ts'
import { buttonsQuery, routesQuery, userInfoQuery } from './queries.ts'
import { type Session, SessionContext } from './useCan.ts'

/** Loads menus and permissions; renders `waiting` until then, `failed` on an error. */
export function SessionProvider({ waiting, failed, children }: { waiting: ReactNode; failed: (retry: () => void) => ReactNode; children: ReactNode }) {
  const routes = useQuery(routesQuery)
  const buttons = useQuery(buttonsQuery)
  const info = useQuery(userInfoQuery)
  const me = info.data ?? userInfo()
  const userId = me?.detail.userId
  const stores = useQuery({
    queryKey: ['stores', userId],
    queryFn: () => openStores(userId as string),
    enabled: userId !== undefined,
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
  })
  const session = useMemo<Session | undefined>(() => {
    if (!routes.data || !buttons.data || !me || !stores.data) return undefined
    const granted = buttons.data
    return {
      me,
      menus: visibleEntries(routes.data),
      screens: [...screensOf(routes.data), ...screensOfPages(allPages(), 'shell')],
      bare: screensOfPages(allPages(), 'bare'),
      can: key => granted[key] === true,
    }
  }, [routes.data, buttons.data, me, stores.data])
  if (session) return <SessionContext value={session}>{children}</SessionContext>
  if (routes.isError || buttons.isError || (info.isError && !me)) {
    return failed(() => {
      void routes.refetch()
      void buttons.refetch()
      void info.refetch()
    })
  }
  return waiting
}
