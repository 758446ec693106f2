import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Bars } from '#web/feedback/Nothing.tsx'
import { t } from '#web/i18n/index.ts'
import { isNotAllowed, wallCall } from '#web/wall/feed.ts'
import { Hills } from '#web/wall/Hills.tsx'
import { Pairing } from '#web/wall/Pairing.tsx'
import { isDue, type PlaylistItem } from '../model/playlist.ts'
import '#web/wall/wall.css'
import './screens.css'

type Item = PlaylistItem & { title: string; path: string }
type Found = { kind: 'waiting' } | { kind: 'keyless' } | { kind: 'failed' } | { kind: 'found'; items: readonly Item[] }
/** What somebody changes of a list is on the wall within this. */
const AGAIN_MS = 60_000
/** Where nothing is due, or nothing can be read. */
const PAUSE_MS = 5000

/** /datascreen/carousel: the walls of a device's playlist take turns. The next one is loaded behind the one that shows; one that cannot be read is passed over. */
export default function CarouselPage() {
  const [params] = useSearchParams()
  const [turn, setTurn] = useState(0)
  const found = usePlaylist(params.get('list'), turn)
  return (
    <div className="ql-wall">
      <Hills />
      {found.kind === 'found' ? (
        <Player items={found.items} />
      ) : (
        <div className="ql-wall-middle">
          {found.kind === 'waiting' ? <Bars lines={6} /> : null}
          {found.kind === 'keyless' ? <Pairing onReady={() => setTurn(n => n + 1)} /> : null}
          {found.kind === 'failed' ? <p role="alert">{t('暂时取不到')}</p> : null}
        </div>
      )}
    </div>
  )
}
function usePlaylist(list: string | null, turn: number): Found {
  const [found, setFound] = useState<Found>({ kind: 'waiting' })
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again with the key that has come
  useEffect(() => {
    const ended = new AbortController()
    const load = async () => {
      try {
        const { data } = (await (await wallCall('screen/wall/playlist', list ? { id: list } : {}, ended.signal)).json()) as { data: { items: Item[] } }
        setFound({ kind: 'found', items: data.items })
      } catch (error) {
        if (ended.signal.aborted) return
        // what was found goes on while the server is away
        if (isNotAllowed(error) && error.status === 401) setFound({ kind: 'keyless' })
        else setFound(was => (was.kind === 'found' ? was : { kind: 'failed' }))
      }
    }
    void load()
    const timer = setInterval(() => void load(), AGAIN_MS)
    return () => {
      clearInterval(timer)
      ended.abort()
    }
  }, [list, turn])
  return found
}
const mayRead = (item: Item, signal: AbortSignal): Promise<boolean> =>
  wallCall('screen/wall/read', { screen: item.screen }, signal).then(
    () => true,
    () => false,
  )
/** The next item after a place that is due and can be read; nothing where there is none. */
async function nextOf(items: readonly Item[], after: number, signal: AbortSignal): Promise<number | undefined> {
  for (let step = 1; step <= items.length; step++) {
    const at = (after + step) % items.length
    const item = items[at]
    if (item && isDue(item, new Date()) && (await mayRead(item, signal))) return at
  }
  return undefined
}
function Player({ items }: { items: readonly Item[] }) {
  const [shown, setShown] = useState<number>()
  const [next, setNext] = useState<number>()
  const key = items.map(i => i.path).join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: begins anew when there are other walls
  useEffect(() => {
    const ended = new AbortController()
    const { signal } = ended
    const run = async () => {
      let at = -1
      while (!signal.aborted) {
        const following = await nextOf(items, at, signal)
        if (signal.aborted) return
        if (following === undefined) setShown(undefined)
        else at = following
        if (following !== undefined) setShown(at)
        const after = following === undefined ? undefined : await nextOf(items, at, signal)
        setNext(after === at ? undefined : after)
        await pause(following === undefined ? PAUSE_MS : (items[at]?.seconds ?? 0) * 1000, signal)
      }
    }
    void run()
    return () => ended.abort()
  }, [key])
  if (!items.length) return <p className="ql-wall-middle">{t('没有可以打开的大屏')}</p>
  const frames = [...new Set([shown, next])].filter(at => at !== undefined)
  return (
    <div className="screen-carousel">
      {frames.map(at => (
        <iframe key={at} className={at === shown ? 'shown' : ''} src={items[at]?.path} title={t(items[at]?.title ?? '')} aria-hidden={at !== shown} tabIndex={-1} />
      ))}
    </div>
  )
}
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise(done => {
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      done()
    })
  })
