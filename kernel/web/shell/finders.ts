import { useEffect, useMemo, useState } from 'react'
import { useSession } from '#web/session/useCan.ts'

/** Something that the search finds beside the menus. */
export interface Finding {
  key: string
  title: string
  note?: string
  /** Opens it; the server may write down that it was opened. Answers the address to go to. */
  open: () => Promise<string>
}
/** What a module lets people search for everywhere: `modules/{module}/web/{X}Search.ts`, default export. */
export interface Finder {
  /** Heading above what it found. */
  title: string
  /** Only people with this permission search here. */
  permission: string
  /** At most a handful, within the reach of the person who asks. */
  find: (typed: string, signal: AbortSignal) => Promise<readonly Finding[]>
}
const FILES = import.meta.glob<{ default: Finder }>('/modules/*/web/*Search.ts')
const PAUSE_MS = 250
/** One letter would find half of the school. */
const LEAST = 2

export interface Found {
  title: string
  findings: readonly Finding[]
}
/** What the modules find, a moment after the last key. */
export function useFindings(typed: string): { found: readonly Found[]; isSearching: boolean } {
  const { can } = useSession()
  const [finders, setFinders] = useState<readonly Finder[]>([])
  const [answer, setAnswer] = useState<{ typed: string; found: readonly Found[] }>({ typed: '', found: [] })
  useEffect(() => {
    void Promise.all(Object.values(FILES).map(load => load())).then(
      loaded => setFinders(loaded.map(file => file.default)),
      () => undefined,
    )
  }, [])
  const mine = useMemo(() => finders.filter(finder => can(finder.permission)), [finders, can])
  const query = typed.trim()
  const isLong = query.length >= LEAST && mine.length > 0
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
