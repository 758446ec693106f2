import { useState } from 'react'
import { schoolClock } from '#model/school-time.ts'
import { Hills } from '#web/big-screen/Hills.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { QrCode } from '#web/feedback/QrCode.tsx'
import { useNow } from '#web/feedback/useNow.ts'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { dayText } from '#web/home/day.ts'
import { t } from '#web/i18n/index.ts'
import { PageTitle } from '#web/layout/Page.tsx'
import { useRead } from '#web/records/useRead.ts'
import { wantedTenant } from '#web/session/appInfo.ts'
import { useAppInfo } from '#web/session/index.ts'
import { Logo } from '#web/theme/Logo.tsx'
import { lobby } from '../model/lobby.ts'
import '#web/big-screen/big-screen.css'
import style from './lobby.module.css'

type Shown = AnswerOf<typeof lobby>
const EVERY_MS = 60_000
/** How long a notice or picture shows. */
const STORY_MS = 15_000
/** How long a title stands in the line at the bottom. */
const LINE_MS = 6000

/** /home/lofTV: television in a hall. Public content only, so it needs neither a key nor a session. */
export default function LobbyPage() {
  const tenantId = wantedTenant()
  const read = useRead(lobby, tenantId ? { tenantId } : {}, { every: EVERY_MS })
  return (
    <div className="ql-wall">
      <Hills />
      <PageTitle isHidden>{t('大厅电视')}</PageTitle>
      <Head weekNo={read.data?.weekNo ?? null} />
      <Loaded of={read} lines={8}>
        {data => (
          <>
            <div className={style.columns}>
              <Story of={data.stories.flatMap(s => s ?? [])} />
              <Side of={data} />
            </div>
            <Line titles={data.stories.flatMap(s => s?.title ?? [])} />
          </>
        )}
      </Loaded>
    </div>
  )
}
function Head({ weekNo }: { weekNo: number | null }) {
  const now = new Date(useNow())
  const info = useAppInfo()
  return (
    <header className="ql-wall-top">
      <Logo size={46} src={info?.logo} />
      <strong className={style.school}>{info?.schoolName}</strong>
      <div className="when">
        <span>{weekNo ? t('{{day}}，第 {{n}} 教学周', { day: dayText(now), n: weekNo }) : dayText(now)}</span>
      </div>
      <time>{schoolClock(now)}</time>
    </header>
  )
}
/** Which of so many shows now, each for the same time, since the page was opened. */
function useTurn(count: number, everyMs: number): number {
  const [began] = useState(() => Date.now())
  const now = useNow()
  return count ? Math.floor(Math.max(0, now - began) / everyMs) % count : 0
}
function Story({ of }: { of: ReadonlyArray<NonNullable<Shown['stories'][number]>> }) {
  const at = useTurn(of.length, STORY_MS)
  const story = of[at]
  if (!story) return <section className={style.story} aria-label={t('公告')} />
  return (
    <section className={style.story} aria-label={t('公告')}>
      {story.picture ? <img src={story.picture} alt={story.alt ?? ''} /> : null}
      <div className={style.words}>
        <h2>{story.title}</h2>
        {story.text ? <p>{story.text}</p> : null}
      </div>
      <ol className={style.dots} aria-hidden="true">
        {of.map((one, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two notices may have one title; dots differ by their place alone
          <li key={n} data-now={one === story} />
        ))}
      </ol>
    </section>
  )
}
function Side({ of: { events, signIns, phones } }: { of: Shown }) {
  return (
    <div className={style.side}>
      <section aria-label={t('今日活动')} className={style.events}>
        <h2>{t('今日活动')}</h2>
        {events.length ? (
          <ul>
            {events.flatMap(e =>
              e ? (
                <li key={`${e.from} ${e.title}`}>
                  <b>{e.title}</b>
                  <span>{[`${schoolClock(new Date(e.from))}–${schoolClock(new Date(e.to))}`, e.place].filter(Boolean).join('  ')}</span>
                  {e.left === null ? null : <em>{e.left ? t('余 {{n}} 个名额', { n: e.left }) : t('名额已满')}</em>}
                </li>
              ) : (
                []
              ),
            )}
          </ul>
        ) : (
          <p>{t('今天没有面向全校的活动')}</p>
        )}
      </section>
      {signIns.length ? (
        <section aria-label={t('正在签到')}>
          <h2>{t('正在签到')}</h2>
          <ul>
            {signIns.flatMap(s =>
              s ? (
                <li key={`${s.to} ${s.title}`}>
                  <b>{s.title}</b>
                  <span>{t('{{time}} 截止', { time: schoolClock(new Date(s.to)) })}</span>
                </li>
              ) : (
                []
              ),
            )}
          </ul>
        </section>
      ) : null}
      <section aria-label={t('联系和入口')} className={style.door}>
        <dl>
          {phones.flatMap(p =>
            p ? (
              <div key={`${p.title} ${p.phone}`}>
                <dt>{p.title}</dt>
                <dd>{p.phone}</dd>
              </div>
            ) : (
              []
            ),
          )}
        </dl>
        <figure>
          <QrCode size={170} text={portalAddress()} label={t('平台二维码')} />
          <figcaption>{t('手机扫码进入平台')}</figcaption>
        </figure>
      </section>
    </div>
  )
}
const portalAddress = (): string => {
  const tenantId = wantedTenant()
  return `${location.origin}/${tenantId ? `?${new URLSearchParams({ tenantId })}` : ''}`
}
/** Titles one after the other, each whole. */
function Line({ titles }: { titles: readonly string[] }) {
  const at = useTurn(titles.length, LINE_MS)
  return titles.length ? (
    <footer className={style.line}>
      <b>{t('公告')}</b>
      <span key={at}>{titles[at]}</span>
    </footer>
  ) : null
}
