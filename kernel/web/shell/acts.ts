import { useQuery } from '@tanstack/react-query'
import { get } from '#web/http/client.ts'
import { port } from '#web/http/ports.ts'
import { language } from '#web/i18n/index.ts'
import { rank, type Spell } from './search.ts'

/** A service as the search offers it: 请假, 发起签到. */
interface Service {
  id: string
  name: string
  categoryName: string
  url: string
  openType: string | number | null
  isOpen: boolean
}
const MOST = 5
/** Services the person may use, by name and sound, best first. They are the tiles of the service hall. */
export function useActs(typed: string, spell: Spell | undefined): readonly Service[] {
  const { data } = useQuery({
    queryKey: ['searchedServices', language()],
    queryFn: ({ signal }) => get<Service[]>(port('myApps'), { terminal: 'web' }, { signal, quiet: true }),
    staleTime: 300_000,
  })
  if (!typed.trim()) return []
  return (data ?? [])
    .map(service => ({ service, score: service.isOpen && service.url.startsWith('/') ? rank({ meta: { title: service.name }, path: service.url, trail: [] }, typed, spell) : 0 }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST)
    .map(({ service }) => service)
}
