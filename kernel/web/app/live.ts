import { apiPath, callHeaders, get } from '#web/http/client.ts'
import { queryString } from '#web/http/query.ts'
import { queryClient } from './queryClient.ts'
import { signal } from './signal.ts'
import { eventReader, type ServerEvent } from './sse.ts'

/** What waits for this person, as the server counts it. */
export interface Counts {
  todo: number
  message: number
}
export const counts = signal<Counts>({ todo: 0, message: 0 })
export type News = 'todo' | 'message' | 'permission' | 'kick'
const listeners = new Map<News, Set<() => void>>()

/** Runs when there is news of a kind: a list shows what has just come. */
export function followNews(news: News, listener: () => void): () => void {
  const known = listeners.get(news) ?? new Set()
  listeners.set(news, known.add(listener))
  return () => known.delete(listener)
}
const PATH = 'base/message/stream'
/** Without a stream the numbers are asked for. */
export const POLL_MS = 60_000
const AGAIN_MS = [2000, 5000, 15_000, 60_000]
/** A page nobody looks at gives its connection back: browsers have six for each host. */
const HIDDEN_MS = 30_000

/** What an event means here. */
export function hear({ event, data }: ServerEvent): void {
  const said = parsed(data)
  if (event === 'count') counts.set({ todo: Number(said.todo) || 0, message: Number(said.message) || 0 })
  if (event === 'todo' || event === 'message') counts.set(now => ({ ...now, [event]: Number(said.count) || 0 }))
  // what may be opened and pressed is asked for anew; an ended session answers 401, and the client leaves
  if (event === 'permission' || event === 'kick') void queryClient.invalidateQueries({ queryKey: ['session'] })
  for (const listener of listeners.get(event as News) ?? []) listener()
}
const parsed = (data: string): Partial<Record<'todo' | 'message' | 'count', unknown>> => {
  try {
    return Object(JSON.parse(data)) as Record<string, unknown>
  } catch {
    return {}
  }
}
async function poll(): Promise<void> {
  const [todo, message] = await Promise.all(['base/todo/count', 'base/message/unreadCount'].map(path => get<number>(path, undefined, { quiet: true }).catch(() => undefined)))
  counts.set(now => ({ todo: todo ?? now.todo, message: message ?? now.message }))
}
/** Holds the stream open while the page is looked at, and asks every minute while there is none. Ends with the answered function. */
export function keepLive(): () => void {
  let connection: AbortController | undefined
  let failures = 0
  let isHeard = false
  let ended = false
  let later: ReturnType<typeof setTimeout> | undefined
  const again = (ms: number) => {
    clearTimeout(later)
    later = setTimeout(open, ms)
  }
  const open = async () => {
    if (ended || connection || document.hidden) return
    const own = new AbortController()
    connection = own
    try {
      await listenTo(PATH, own.signal, event => {
        isHeard = true
        failures = 0
        hear(event)
      })
    } catch {
      // no network, server starting, a proxy that will not hold a connection: the poll speaks meanwhile
    }
    isHeard = false
    if (connection === own) connection = undefined
    if (ended || own.signal.aborted) return
    again(AGAIN_MS[Math.min(failures++, AGAIN_MS.length - 1)] ?? POLL_MS)
  }
  const close = () => {
    connection?.abort()
    connection = undefined
  }
  const seen = () => {
    clearTimeout(later)
    if (document.hidden) later = setTimeout(close, HIDDEN_MS)
    else void open()
  }
  const ask = () => !isHeard && !document.hidden && void poll()
  document.addEventListener('visibilitychange', seen)
  const timer = setInterval(ask, POLL_MS)
  const first = setTimeout(ask, 4000)
  void open()
  return () => {
    ended = true
    clearTimeout(later)
    clearTimeout(first)
    clearInterval(timer)
    document.removeEventListener('visibilitychange', seen)
    close()
  }
}
/** Hands over what a stream of the server says until it ends; a session that is over is told as `kick`, any other refusal thrown. */
export async function listenTo(path: string, signal: AbortSignal, take: (event: ServerEvent) => void, query: Record<string, string> = {}): Promise<void> {
  const address = apiPath(path)
  const response = await fetch(address + queryString(query), { headers: { ...callHeaders(address, false), Accept: 'text/event-stream' }, signal })
  if (response.status === 401) return hear({ event: 'kick', data: '' })
  if (!response.ok || !response.body) throw new Error(`the stream answered ${response.status}`)
  const reader = response.body.getReader()
  const text = new TextDecoder()
  const read = eventReader(take)
  for (let part = await reader.read(); !part.done; part = await reader.read()) read(text.decode(part.value, { stream: true }))
}
