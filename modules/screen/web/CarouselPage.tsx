import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { isNotAllowed, wallCall } from '#web/big-screen/feed.ts'
import { Hills } from '#web/big-screen/Hills.tsx'
import { Pairing } from '#web/big-screen/Pairing.tsx'
import { pause } from '#web/big-screen/pause.ts'
import { Bars } from '#web/feedback/Empty.tsx'
import { tAny } from '#web/i18n/every-module.ts'
import { t } from '#web/i18n/index.ts'
import { PageTitle } from '#web/layout/Page.tsx'
import { isDue, type PlaylistItem } from '../model/playlist.ts'
import '#web/big-screen/big-screen.css'
import style from './screens.module.css'

type Item = PlaylistItem & { title: string; path: string }
interface WallPicture {
  id: string
  title: string
  url: string
}
/** What shows for a while: a big screen, or a picture of the school. */
type Turn = Item | WallPicture
const isPicture = (turn: Turn): turn is WallPicture => 'url' in turn
type Loading = { kind: 'waiting' } | { kind: 'keyless' } | { kind: 'failed' } | { kind: 'found'; turns: readonly Turn[] }
/** Refresh interval of the playlist. */
const AGAIN_MS = 60_000
/** How long a picture shows. */
const PICTURE_MS = 12_000
/** Wait before retrying when nothing is due or readable. */
const PAUSE_MS = 5000

/** /datascreen/carousel: rotates the device's playlist. The next screen is preloaded in the background; unreadable ones are skipped. */
export default function CarouselPage() {
  const [keys, setKeys] = useState(0)
  return <Carousel key={keys} onKey={() => setKeys(n => n + 1)} />
}
/** Remounted when a key arrives. */
function Carousel({ onKey }: { onKey: () => void }) {
  const [params] = useSearchParams()
  const found = usePlaylist(params.get('list'))
  return (
    <div className="ql-wall">
      <Hills />
      <PageTitle isHidden>{t('大屏轮播')}</PageTitle>
      {found.kind === 'found' ? (
        <Player key={found.turns.map(addressOf).join(' ')} items={found.turns} />
      ) : (
        <div className="ql-wall-middle">
          {found.kind === 'waiting' ? <Bars lines={6} /> : null}
          {found.kind === 'keyless' ? <Pairing onReady={onKey} /> : null}
          {found.kind === 'failed' ? <p role="alert">{t('暂时取不到')}</p> : null}
        </div>
      )}
    </div>
  )
}
function usePlaylist(list: string | null): Loading {
  const [found, setFound] = useState<Loading>({ kind: 'waiting' })
  useEffect(() => {
    const ended = new AbortController()
    const load = async () => {
      try {
        const { data } = (await (await wallCall('screen/wall/playlist', list ? { id: list } : {}, ended.signal)).json()) as { data: { items: Item[]; pictures: WallPicture[] } }
        setFound({ kind: 'found', turns: [...data.items, ...data.pictures] })
      } catch (error) {
        if (ended.signal.aborted) return
        // keep the loaded list while the server is unreachable
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
  }, [list])
  return found
}
const addressOf = (turn: Turn): string => (isPicture(turn) ? turn.url : turn.path)
const mayRead = (item: Item, signal: AbortSignal): Promise<boolean> =>
  wallCall('screen/wall/read', { screen: item.screen }, signal).then(
    () => true,
    () => false,
  )
/** The next due and readable item after an index; undefined if none. */
async function nextOf(items: readonly Turn[], after: number, signal: AbortSignal): Promise<number | undefined> {
  for (let step = 1; step <= items.length; step++) {
    const at = (after + step) % items.length
    const item = items[at]
    if (item && (isPicture(item) || (isDue(item, new Date()) && (await mayRead(item, signal))))) return at
  }
  return undefined
}
const stayMs = (turn: Turn | undefined): number => (!turn ? 0 : isPicture(turn) ? PICTURE_MS : turn.seconds * 1000)
/** Remounted when the set of screens changes; times may change while it runs. */
function Player({ items }: { items: readonly Turn[] }) {
  const [shown, setShown] = useState<number>()
  const [next, setNext] = useState<number>()
  const now = useRef(items)
  now.current = items
  useEffect(() => {
    const ended = new AbortController()
    const { signal } = ended
    const run = async () => {
      let at = -1
      while (!signal.aborted) {
        const following = await nextOf(now.current, at, signal)
        if (signal.aborted) return
        setShown(following)
        at = following ?? at
        const after = following === undefined ? undefined : await nextOf(now.current, at, signal)
        if (signal.aborted) return
        setNext(after === at ? undefined : after)
        await pause(following === undefined ? PAUSE_MS : stayMs(now.current[at]), signal)
      }
    }
    void run()
    return () => ended.abort()
  }, [])
  if (!items.length) return <p className="ql-wall-middle">{t('没有可以打开的大屏')}</p>
  const frames = [...new Set([shown, next])].filter(at => at !== undefined)
  return (
    <div className={style.carousel}>
      {frames.map(at => {
        const turn = items[at]
        return turn && <Shown key={at} turn={turn} isNow={at === shown} />
      })}
    </div>
  )
}
const Shown = ({ turn, isNow }: { turn: Turn; isNow: boolean }) => {
  const look = { className: isNow ? style.shown : '', 'aria-hidden': !isNow }
  // a picture's alternative text is the school's own; titles of screens are the program's
  return isPicture(turn) ? <img {...look} src={turn.url} alt={turn.title} /> : <iframe {...look} src={turn.path} title={tAny(turn.title)} tabIndex={-1} />
}
