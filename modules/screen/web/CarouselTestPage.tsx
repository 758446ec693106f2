import { Button, Segmented } from 'antd'
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { wallCall } from '#web/big-screen/feed.ts'
import { Bars } from '#web/feedback/Empty.tsx'
import { useNow } from '#web/feedback/useNow.ts'
import { tAny } from '#web/i18n/every-module.ts'
import { t } from '#web/i18n/index.ts'
import { PageTitle } from '#web/layout/Page.tsx'
import { formatNumber, MISSING } from '#web/values/format.ts'
import '#web/big-screen/big-screen.css'
import { SizedFrame, sizeOptions, type Width } from './SizedFrame.tsx'
import style from './test.module.css'

interface Found {
  /** Without the permission to arrange screens, figures are made up. */
  isSample: boolean
  screens: ReadonlyArray<{ code: string; title: string; path: string }>
}
const STAY_MS = 20_000
/** Room for the screen below the bar, on the canvas. */
const ROOM = { width: 1920, height: 980 } as const

/** /datascreen/carouseltest: the screens in turn with what somebody needs who sets one up: name, seconds left, frame rate, age of the tiles, sizes. */
export default function CarouselTestPage() {
  const [found, setFound] = useState<Found | 'failed'>()
  useEffect(() => {
    const ended = new AbortController()
    wallCall('screen/wall/test', {}, ended.signal)
      .then(answer => answer.json() as Promise<{ data: Found }>)
      .then(({ data }) => setFound(data))
      .catch(() => ended.signal.aborted || setFound('failed'))
    return () => ended.abort()
  }, [])
  return (
    <div className="ql-wall">
      <PageTitle isHidden>{t('轮播测试')}</PageTitle>
      {!found || found === 'failed' || !found.screens.length ? (
        <div className="ql-wall-middle">{found ? <p role="alert">{found === 'failed' ? t('暂时取不到') : t('没有可以打开的大屏')}</p> : <Bars lines={6} />}</div>
      ) : (
        <Test of={found} />
      )}
    </div>
  )
}
/** Which of so many shows, since when; moves on by itself unless it is held. */
function useTurns(count: number) {
  const [turn, setTurn] = useState(() => ({ at: 0, since: Date.now() }))
  const [held, setHeld] = useState<number>()
  const now = useNow(500)
  const left = held ?? Math.max(0, STAY_MS - (now - turn.since))
  const go = (step: number) => {
    setTurn(({ at }) => ({ at: (at + step + count) % count, since: Date.now() }))
    setHeld(was => (was === undefined ? was : STAY_MS))
  }
  useEffect(() => {
    if (held === undefined && now - turn.since >= STAY_MS) setTurn(({ at }) => ({ at: (at + 1) % count, since: Date.now() }))
  }, [now, held, turn, count])
  const hold = () => {
    if (held === undefined) return setHeld(left)
    setTurn(({ at }) => ({ at, since: Date.now() - (STAY_MS - held) }))
    setHeld(undefined)
  }
  return { at: turn.at, left, isHeld: held !== undefined, go, hold }
}
/** Frames this browser draws in a second. */
function useFrameRate(): number | undefined {
  const [rate, setRate] = useState<number>()
  useEffect(() => {
    let [frames, since, handle] = [0, performance.now(), 0]
    const count = (at: number) => {
      frames++
      if (at - since >= 1000) {
        setRate(Math.round((frames * 1000) / (at - since)))
        ;[frames, since] = [0, at]
      }
      handle = requestAnimationFrame(count)
    }
    handle = requestAnimationFrame(count)
    return () => cancelAnimationFrame(handle)
  }, [])
  return rate
}
/** Seconds since each tile of the shown page was counted: the youngest and the oldest. */
function agesIn(frame: HTMLIFrameElement | null, now: number): { youngest: number; oldest: number } | undefined {
  const tiles = [...(frame?.contentDocument?.querySelectorAll<HTMLElement>('[data-since]') ?? [])]
  const ages = tiles.map(tile => Math.max(0, Math.round((now - Number(tile.dataset.since)) / 1000)))
  return ages.length ? { youngest: Math.min(...ages), oldest: Math.max(...ages) } : undefined
}
function Test({ of: { isSample, screens } }: { of: Found }) {
  const { at, left, isHeld, go, hold } = useTurns(screens.length)
  const [width, setWidth] = useState<Width>(1920)
  const frame = useRef<HTMLIFrameElement>(null)
  const [rate, ages] = [useFrameRate(), agesIn(frame.current, useNow())]
  const screen = screens[at]
  if (!screen) return null
  return (
    <>
      <header className={style.bar}>
        <strong>{tAny(screen.title)}</strong>
        {isSample ? <em>{t('示例')}</em> : null}
        <span>{t('第 {{n}} 块，共 {{all}} 块', { n: at + 1, all: screens.length })}</span>
        <span role="timer">{t('还有 {{n}} 秒', { n: Math.ceil(left / 1000) })}</span>
        <span>{t('{{n}} 帧/秒', { n: rate === undefined ? MISSING : formatNumber(rate) })}</span>
        <span>{ages ? t('数据已过 {{from}}–{{to}} 秒', { from: ages.youngest, to: ages.oldest }) : t('还没有数据')}</span>
        <div className={style.acts}>
          <Segmented<Width> aria-label={t('尺寸')} value={width} onChange={setWidth} options={sizeOptions} />
          <Button aria-label={t('上一块')} icon={<ChevronLeft />} onClick={() => go(-1)} />
          <Button aria-label={isHeld ? t('继续') : t('停住')} icon={isHeld ? <Play /> : <Pause />} onClick={hold} />
          <Button aria-label={t('下一块')} icon={<ChevronRight />} onClick={() => go(1)} />
        </div>
      </header>
      <SizedFrame src={isSample ? `${screen.path}?sample=1` : screen.path} title={tAny(screen.title)} width={width} room={ROOM} frame={frame} />
    </>
  )
}
