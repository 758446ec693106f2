import { useEffect, useMemo, useState } from 'react'
import { useSession } from '#web/session/useCan.ts'

/** A record found by the search. */
export interface Finding {
  key: string
  title: string
  note?: string
  /** Opens it and returns the address; the server may log the access. */
  open: () => Promise<string>
}
/** Search provider of a module: default export of the file `web/{X}Search.ts` of the module or of one of its parts. */
export interface Finder {
  /** Heading of its results. */
  title: string
  /** Permission required to search here. */
  permission: string
  /** Returns a few results within the user's data scope. */
  find: (typed: string, signal: AbortSignal) => Promise<readonly Finding[]>
}
const FILES = import.meta.glob<{ default: Finder }>('/modules/*/{web,*/web}/*Search.ts')
const PAUSE_MS = 250
/** Minimum query length: one letter matches half of the school, one Chinese character is a surname. */
const LEAST = 2
const HAN = /^\p{Script=Han}/u

export interface FinderResult {
  title: string
  findings: readonly Finding[]
}
/** Results of the modules' finders, debounced. */
export function useFindings(typed: string): { found: readonly FinderResult[]; isSearching: boolean } {
  const { can } = useSession()
  const [finders, setFinders] = useState<readonly Finder[]>([])
  const [answer, setAnswer] = useState<{ typed: string; found: readonly FinderResult[] }>({ typed: '', found: [] })
  useEffect(() => {
    void Promise.all(Object.values(FILES).map(load => load())).then(
      loaded => setFinders(loaded.map(file => file.default)),
      () => undefined,
    )
  }, [])
  const mine = useMemo(() => finders.filter(finder => can(finder.permission)), [finders, can])
  const query = typed.trim()
  const isLong = (query.length >= LEAST || HAN.test(query)) && mine.length > 0
  useEffect(() => {
    if (!isLong) return
    const controller = new AbortController()
    const timer = setTimeout(async () => {
      const found = await Promise.all(mine.map(async finder => ({ title: finder.title, findings: await finder.find(query, controller.signal).catch(() => []) })))
      if (!controller.signal.aborted) setAnswer({ typed: query, found: found.filter(f => f.findings.length) })
    }, PAUSE_MS)
    return () => {
      controller.abort()
      clearTimeout(timer)
    }
  }, [mine, query, isLong])
  return { found: isLong && answer.typed === query ? answer.found : [], isSearching: isLong && answer.typed !== query }
}
