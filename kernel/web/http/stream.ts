import { apiPath, callHeaders } from './client.ts'
import { queryString } from './query.ts'
import { queryClient } from './queryClient.ts'
import { eventReader, type ServerEvent } from './sse.ts'

/** Read timeout: the server sends a heartbeat every 25 s; after two and a half of them the connection counts as lost, even if the browser has not noticed. */
export const SILENCE_MS = 65_000
const AGAIN_MS = [2000, 5000, 15_000, 60_000]
/** Close the stream of a hidden page after this: browsers allow six connections per host. */
const HIDDEN_MS = 30_000

/** Passes on the events of an open stream until it ends or is silent for `silenceMs`. */
export async function readEvents(response: Response, take: (event: ServerEvent) => void, silenceMs = SILENCE_MS): Promise<void> {
  if (!response.body) throw new Error('the stream has no body')
  const reader = response.body.getReader()
  const text = new TextDecoder()
  const read = eventReader(take)
  let watchdog: ReturnType<typeof setTimeout> | undefined
  const next = () => {
    clearTimeout(watchdog)
    watchdog = setTimeout(() => void reader.cancel().catch(() => {}), silenceMs)
    return reader.read()
  }
  try {
    for (let part = await next(); !part.done; part = await next()) read(text.decode(part.value, { stream: true }))
  } finally {
    clearTimeout(watchdog)
    await reader.cancel().catch(() => {})
  }
}
interface Stream {
  path: string
  query?: Record<string, string>
  take(event: ServerEvent): void
  /** Called when the connection has ended, before it is reopened. */
  lost(): void
}
/** Keeps a server-sent event stream open while the page is visible and reconnects with backoff. Returns the function that closes it. */
export function keepStream({ path, query, take, lost }: Stream): () => void {
  let connection: AbortController | undefined
  let failures = 0
  let ended = false
  let later: ReturnType<typeof setTimeout> | undefined
  const open = async () => {
    if (ended || connection || document.hidden) return
    const own = new AbortController()
    connection = own
    try {
      await listen(path, query, own.signal, event => {
        failures = 0
        take(event)
      })
    } catch {
      // offline, server starting, or a proxy that does not support streaming: the caller polls meanwhile
    }
    if (connection === own) connection = undefined
    if (ended) return
    lost()
    if (own.signal.aborted) return
    clearTimeout(later)
    later = setTimeout(open, AGAIN_MS[Math.min(failures++, AGAIN_MS.length - 1)])
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
  document.addEventListener('visibilitychange', seen)
  void open()
  return () => {
    ended = true
    clearTimeout(later)
    document.removeEventListener('visibilitychange', seen)
    close()
  }
}
async function listen(path: string, query: Record<string, string> | undefined, signal: AbortSignal, take: (event: ServerEvent) => void): Promise<void> {
  const address = apiPath(path)
  const response = await fetch(address + queryString(query), { headers: { ...callHeaders(address, false), Accept: 'text/event-stream' }, signal })
  // check the session with an ordinary call: the client signs out on its 401
  if (response.status === 401) await queryClient.invalidateQueries({ queryKey: ['session'] })
  if (!response.ok) throw new Error(`the stream answered ${response.status}`)
  await readEvents(response, take)
}
