import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { isWithinHours } from '#model/hours.ts'
import { schoolClock, schoolSecondsClock } from '#model/school-time.ts'
import { Bars } from '#web/feedback/Empty.tsx'
import { useNow } from '#web/feedback/useNow.ts'
import { dayText } from '#web/home/day.ts'
import { t } from '#web/i18n/index.ts'
import { useAppInfo } from '#web/session/index.ts'
import { Logo } from '#web/theme/Logo.tsx'
import { type Feed, type Head, isStale, useFeed } from './feed.ts'
import { Hills } from './Hills.tsx'
import { LaidOut } from './LaidOut.tsx'
import { Pairing } from './Pairing.tsx'
import { Replayed } from './useMoment.ts'
import './big-screen.css'

export type Shown = Extract<Feed, { kind: 'on' }>
/** Layout of a big screen: header, the screen's tiles, and a placeholder while it has no data. */
export function Wall({ screen, title, about, children }: { screen: string; title: string; about?: ((feed: Shown) => string) | undefined; children: (feed: Shown) => ReactNode }) {
  const [turn, setTurn] = useState(0)
  const feed = useFeed(screen, turn)
  const on = feed.kind === 'on' ? feed : undefined
  return (
    <div className="ql-wall">
      <Hills />
      <WallHead title={title} about={on && about?.(on)} feed={on} />
      {on ? (
        <Replayed value={on.moment}>
          <div className={`${on.head.layout ? 'ql-wall-grid' : 'ql-wall-columns'}${on.isOnline ? '' : ' stale'}`}>
            {on.head.layout ? <LaidOut feed={on} layout={on.head.layout} /> : children(on)}
          </div>
        </Replayed>
      ) : (
        <div className="ql-wall-middle">
          {feed.kind === 'waiting' ? <Bars lines={8} /> : null}
          {feed.kind === 'refused' ? <p role="alert">{feed.text}</p> : null}
          {feed.kind === 'keyless' ? <Pairing onReady={() => setTurn(n => n + 1)} /> : null}
        </div>
      )}
      {on?.head.dark ? <Night {...on.head.dark} /> : null}
    </div>
  )
}
/** Data scope shown: the whole school, one department, or the reader's own students. */
function areaText({ area, by }: Head): string {
  if (area === 'all') return t('全校')
  return area ?? (by === 'person' ? t('我的数据范围') : '')
}
/** Title, data scope, date and teaching week, time of the last count, clock. */
function WallHead({ title, about, feed }: { title: string; about?: string | undefined; feed?: Shown | undefined }) {
  const moment = useNow()
  const now = new Date(feed?.moment ?? moment)
  const info = useAppInfo()
  const measured = feed ? [...feed.measured.values()] : []
  const newest = measured.length ? Math.max(...measured.map(one => one.at)) : undefined
  const isOld = feed !== undefined && !feed.moment && (!feed.isOnline || (measured.length > 0 && measured.every(one => isStale(one, moment))))
  return (
    <header className="ql-wall-top">
      <Logo size={46} src={info?.logo} />
      <h1>{title}</h1>
      <span className="school">
        {info?.schoolName}
        {feed ? <span className="area">{about || areaText(feed.head)}</span> : null}
      </span>
      <div className="when">
        <span>{feed?.head.weekNo ? t('{{day}}，第 {{n}} 教学周', { day: dayText(now), n: feed.head.weekNo }) : dayText(now)}</span>
        {feed?.head.by === 'sample' ? <span role="status">{t('示例，不是学校的数据')}</span> : null}
        {feed?.moment ? <span role="status">{t('回放，不是现在的数据')}</span> : null}
        {newest && !feed?.moment ? (
          <span className={isOld ? 'stale' : undefined} role="status">
            {isOld ? t('数据停在 {{time}}', { time: schoolClock(new Date(newest)) }) : t('数据时间 {{time}}', { time: schoolSecondsClock(newest) })}
          </span>
        ) : null}
      </div>
      <time>{schoolClock(now)}</time>
    </header>
  )
}
const LOOK_MS = 20_000
/** 60-BS7: black overlay during the dark hours. The feed keeps running, so that the figures are current when they end. */
function Night({ from, to }: { from: string; to: string }) {
  const [dark, setDark] = useState(() => isWithinHours(from, to, new Date()))
  useEffect(() => {
    const look = () => setDark(isWithinHours(from, to, new Date()))
    look()
    const timer = setInterval(look, LOOK_MS)
    return () => clearInterval(timer)
  }, [from, to])
  return dark ? createPortal(<div className="ql-wall-night" data-dark="true" />, document.body) : null
}
