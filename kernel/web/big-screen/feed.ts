import { useEffect, useState } from 'react'
import type { Measure, MeasureOf } from '#model'
import { drop, read, write } from '#web/base/storage.ts'
import { accessToken } from '#web/credentials/token.ts'
import { apiPath, callHeaders, get } from '#web/http/client.ts'
import { port } from '#web/http/ports.ts'
import { queryString } from '#web/http/query.ts'
import { readEvents } from '#web/http/stream.ts'
import { language } from '#web/i18n/index.ts'
import { wantedTenant } from '#web/session/appInfo.ts'
import { keepFresh } from '#web/session/refresh.ts'
import { pause } from './pause.ts'

/** A tile where the school has put it, under a title of its own or the tile's. */
export interface LaidTile {
  code: string
  title: string | null
  x: number
  y: number
  w: number
  h: number
}
/** Header data of a big screen. */
export interface Head {
  title: string
  by: 'key' | 'person' | 'open' | 'sample'
  /** `all`, the name of a department, or null for the reader's own data scope. */
  area: string | null
  weekNo: number | null
  dark: { from: string; to: string } | null
  /** Lists the reader may open from a number. */
  lists: readonly string[]
  measures: ReadonlyArray<{ code: string; title: string; definition: string; refresh: number }>
  /** Only where the school has laid the screen out itself. */
  layout?: readonly LaidTile[] | null
}
/** Latest values of one measure. */
export interface Measured<T> {
  data: T
  /** Server time of the count, milliseconds since 1970. */
  at: number
  /** The same moment by this browser's clock, which may differ. */
  since: number
  refresh: number
}
/** `moment` is the replayed time in milliseconds since 1970; absent for live figures. */
export type Feed =
  | { kind: 'waiting' }
  /** No screen key and no session: show a pairing code. */
  | { kind: 'keyless' }
  | { kind: 'refused'; text: string }
  | { kind: 'on'; head: Head; isOnline: boolean; measured: ReadonlyMap<string, Measured<unknown>>; moment?: number }
const AGAIN_MS = [1000, 2000, 5000, 15_000] as const
const REFUSED_MS = 60_000
/** Buffering proxies deliver no push: without an event for this long, poll. */
const UNHEARD_MS = 15_000
/** Read timeout of the stream; big screens get a heartbeat every 10 s. */
const SILENCE_MS = 25_000

/** Whether the address asks for made-up figures, which need neither key nor session. */
const isSample = (): boolean => new URLSearchParams(location.search).has('sample')
/** Whether the address asks for the layout that is not published yet. */
const isDraft = (): boolean => new URLSearchParams(location.search).has('draft')
/** The past hour whose figures the address asks for. */
const wantedHour = (): string | null => new URLSearchParams(location.search).get('at')
/** Replay speed, if the address asks for a replay. */
const replaySpeed = (): string | null => new URLSearchParams(location.search).get('replay')

const KEY = 'ql-screenKey'
export const screenKey = (): string | undefined => read<string>(KEY)
export const keepScreenKey = (key: string): void => write(KEY, key)
/** Request headers of a big screen: its key, else the session token. */
export const wallHeaders = (address: string): Record<string, string> => {
  const key = screenKey()
  return key ? { Accept: 'application/json', 'Accept-Language': language(), 'Screen-Key': key } : callHeaders(address, false)
}
interface Answer {
  head: Head
  measures: Item[]
}
interface Item {
  code: string
  at: number
  age: number
  data: unknown
}
class NotAllowed extends Error {
  readonly status: number
  constructor(status: number, text: string) {
    super(text)
    this.status = status
  }
}
/** Request authenticated as a big screen; throws refusals with their message. */
export async function wallCall(path: string, query: Record<string, string>, signal: AbortSignal, accept = 'application/json'): Promise<Response> {
  const address = apiPath(path)
  const response = await fetch(address + queryString({ tenantId: wantedTenant(), ...query }), { headers: { ...wallHeaders(address), Accept: accept }, signal })
  const said = response.headers.get('content-type')?.includes('json')
    ? ((await response
        .clone()
        .json()
        .catch(() => ({}))) as { code?: number; msg?: string })
    : {}
  const status = said.code ?? response.status
  if (response.ok && status === 200) return response
  throw new NotAllowed(status, said.msg ?? '')
}
export const isNotAllowed = (error: unknown): error is NotAllowed => error instanceof NotAllowed

/** Subscription to the figures of a big screen. Reconnects by itself, keeps the last values meanwhile, and clears them when the key is revoked. */
export function useFeed(screen: string, turn: number): Feed {
  const [feed, setFeed] = useState<Feed>({ kind: 'waiting' })
  // the shell refreshes tokens, but a big screen has no shell
  useEffect(() => (accessToken() ? keepFresh() : undefined), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `turn` restarts the subscription with a new key
  useEffect(() => follow(screen, setFeed), [screen, turn])
  return feed
}
type Set = (change: Feed | ((was: Feed) => Feed)) => void
function follow(screen: string, set: Set): () => void {
  const ended = new AbortController()
  const { signal } = ended
  let refresh = new Map<string, number>()
  let failures = 0
  let isHeard = false
  const begin = (head: Head) => {
    failures = 0
    refresh = new Map(head.measures.map(m => [m.code, m.refresh]))
    set(was => (was.kind === 'on' ? { ...was, head, isOnline: true } : { kind: 'on', head, isOnline: true, measured: new Map() }))
  }
  const take = ({ code, at, age, data }: Item) => {
    isHeard = true
    const measured: Measured<unknown> = { data, at, since: Date.now() - age, refresh: refresh.get(code) ?? 60 }
    set(was => (was.kind === 'on' ? { ...was, isOnline: true, measured: new Map(was.measured).set(code, measured) } : was))
  }
  const hear = (event: string, data: string) => {
    if (event === 'head') begin(JSON.parse(data) as Head)
    if (event === 'measure') take(JSON.parse(data) as Item)
    if (event === 'moment') set(was => (was.kind === 'on' ? { ...was, moment: JSON.parse(data) as number } : was))
    if (event === 'revoked') throw new NotAllowed(401, '')
  }
  const refused = (error: unknown): number => {
    if (isNotAllowed(error) && error.status === 401) {
      if (screenKey()) drop(KEY)
      set({ kind: 'keyless' })
      ended.abort()
      return 0
    }
    if (isNotAllowed(error) && error.status < 500) {
      set({ kind: 'refused', text: error.message })
      return REFUSED_MS
    }
    set(was => (was.kind === 'on' ? { ...was, isOnline: false } : was))
    return AGAIN_MS[Math.min(failures++, AGAIN_MS.length - 1)] ?? UNHEARD_MS
  }
  const ask = async (from: 'screenRead' | 'screenSample' = 'screenRead') => {
    const at = wantedHour()
    const { data } = (await (await wallCall(port(from), { screen, ...(at ? { at } : {}), ...(isDraft() ? { draft: '1' } : {}) }, signal)).json()) as { data: Answer }
    begin(data.head)
    if (at) set(was => (was.kind === 'on' ? { ...was, moment: Date.parse(at) } : was))
    for (const item of data.measures) take(item)
  }
  const run = async () => {
    if (isSample() || wantedHour()) return ask(isSample() ? 'screenSample' : 'screenRead').catch(error => void refused(error))
    while (!signal.aborted) {
      if (!screenKey() && !accessToken() && (await isKeyNeeded(signal))) {
        set({ kind: 'keyless' })
        return
      }
      isHeard = false
      // replays come by the stream only, so they are not polled
      const unheard = setInterval(() => !isHeard && !replaySpeed() && void ask().catch(() => {}), UNHEARD_MS)
      try {
        await listen(screen, signal, hear)
        set(was => (was.kind === 'on' ? { ...was, isOnline: false } : was))
        await pause(AGAIN_MS[0], signal)
      } catch (error) {
        if (signal.aborted) return
        await pause(refused(error), signal)
      } finally {
        clearInterval(unheard)
      }
    }
  }
  void run()
  return () => ended.abort()
}
async function listen(screen: string, signal: AbortSignal, hear: (event: string, data: string) => void): Promise<void> {
  const speed = replaySpeed()
  const size = `${Math.round(innerWidth * devicePixelRatio)}×${Math.round(innerHeight * devicePixelRatio)}`
  const response = await wallCall(port('screenStream'), { screen, size, ...(speed ? { replay: speed } : {}), ...(isDraft() ? { draft: '1' } : {}) }, signal, 'text/event-stream')
  await readEvents(response, ({ event, data }) => hear(event, data), SILENCE_MS)
}
/** Whether this school's big screens need a key; true if the server cannot be reached. */
async function isKeyNeeded(signal: AbortSignal): Promise<boolean> {
  try {
    return (await get<{ isKeyNeeded: boolean }>(port('screenStanding'), { tenantId: wantedTenant() }, { signal, quiet: true })).isKeyNeeded
  } catch {
    return true
  }
}
/** Values of one measure with the type it declares; the server sends exactly that shape. */
export const measuredOf = <M extends Measure>(measured: ReadonlyMap<string, Measured<unknown>>, measure: M): Measured<MeasureOf<M>> | undefined =>
  measured.get(measure.code) as Measured<MeasureOf<M>> | undefined
/** 60-BS7: stale when older than twice the refresh interval. */
export const isStale = ({ since, refresh }: Pick<Measured<unknown>, 'since' | 'refresh'>, now: number): boolean => now - since > 2 * refresh * 1000
