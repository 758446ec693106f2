import { signal } from '#web/base/signal.ts'
import { get } from './client.ts'
import { port } from './ports.ts'
import { queryClient } from './queryClient.ts'
import type { ServerEvent } from './sse.ts'
import { keepStream } from './stream.ts'

/** Counts of the user's open to-dos and unread messages, from the server. */
export interface Counts {
  todo: number
  message: number
}
export const counts = signal<Counts>({ todo: 0, message: 0 })
export type News = 'todo' | 'message' | 'permission' | 'kick'
const listeners = new Map<News, Set<() => void>>()

/** Calls the listener on server events of this kind; lists use it to refetch. */
export function followNews(news: News, listener: () => void): () => void {
  const known = listeners.get(news) ?? new Set()
  listeners.set(news, known.add(listener))
  return () => known.delete(listener)
}
const PATH = 'base/message/stream'
/** Polling interval of the counts while there is no event stream. */
export const POLL_MS = 60_000

/** Handles a server event. */
export function hear({ event, data }: ServerEvent): void {
  const said = parsed(data)
  if (event === 'count') counts.set({ todo: Number(said.todo) || 0, message: Number(said.message) || 0 })
  if (event === 'todo' || event === 'message') counts.set(now => ({ ...now, [event]: Number(said.count) || 0 }))
  // permissions changed: refetch the session; if it has ended, that call gets 401 and the client signs out
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
  const [todo, message] = await Promise.all([port('todoCount'), port('unreadMessages')].map(path => get<number>(path, undefined, { quiet: true }).catch(() => undefined)))
  counts.set(now => ({ todo: todo ?? now.todo, message: message ?? now.message }))
}
/** Keeps the event stream open while the page is visible and polls every minute without it. Returns the function that stops it. */
export function keepLive(): () => void {
  let isHeard = false
  const ask = () => !isHeard && !document.hidden && void poll()
  const end = keepStream({
    path: PATH,
    take: event => {
      isHeard = true
      hear(event)
    },
    lost: () => {
      isHeard = false
    },
  })
  const timer = setInterval(ask, POLL_MS)
  const first = setTimeout(ask, 4000)
  return () => {
    end()
    clearTimeout(first)
    clearInterval(timer)
  }
}
