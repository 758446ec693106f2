import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { get, post } from '#web/http/client.ts'
import { port } from '#web/http/ports.ts'
import { queryClient } from '#web/http/queryClient.ts'
import type { Screen } from '#web/session/menu.ts'
import { useSession } from '#web/session/useCan.ts'
import { isHome } from './match.ts'

interface Opened {
  path: string
}
const KEY = ['recentPages']
/** A page that is only passed through is none. */
const STAYED_MS = 2000

/** Pages the person opened last on any device, newest first, that are still theirs to open; without the present one. */
export function useRecent(present?: string): readonly Screen[] {
  const { screens } = useSession()
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => get<Opened[]>(port('recentPages'), {}, { signal, quiet: true }),
    staleTime: 60_000,
  })
  return (data ?? []).filter(p => p.path !== present).flatMap(p => screens.filter(screen => screen.path === p.path && !screen.meta.isHide))
}
/** Notes each page of the menu the person stays on; one outside, such as a student's profile, may need an id to show anything. What is not noted for want of a network is only missing from a list. */
export function useNoteOpenings(screen: Screen | undefined): void {
  const path = screen && screen.id !== screen.path && !screen.meta.isHide && !isHome(screen.path) ? screen.path : undefined
  useEffect(() => {
    if (!path) return
    const timer = setTimeout(() => {
      queryClient.setQueryData<Opened[]>(KEY, known => known && [{ path }, ...known.filter(p => p.path !== path)])
      void post(port('noteOpening'), { path }, { quiet: true }).catch(() => undefined)
    }, STAYED_MS)
    return () => clearTimeout(timer)
  }, [path])
}
