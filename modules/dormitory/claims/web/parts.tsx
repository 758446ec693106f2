import { Button } from 'antd'
import { CalendarClock, Clock, FlaskConical, Pause } from 'lucide-react'
import type { ReactNode } from 'react'
import { schoolClock, schoolSecondsClock } from '#model/school-time.ts'
import { Sheet } from '#web/feedback/Sheet.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { formatDate } from '#web/values/format.ts'
import type { claimPlaces, myClaims } from '../model/actions.ts'
import style from './claim.module.css'
import { spanOf } from './clock.ts'

export type Mine = AnswerOf<typeof myClaims>[number]
export type Own = NonNullable<Mine['own']>
type Place = AnswerOf<typeof claimPlaces>[number]

/** The current turn, and the server's clock. */
export function ClockBar({ mine, now }: { mine: Mine; now: number }) {
  const { turn } = mine
  if (mine.isPaused)
    return (
      <p className={`${style.clock} ${style.paused}`} role="status">
        <Pause size={16} />
        <span>{t('暂停中：{{why}}', { why: mine.pauseNote ?? '—' })}</span>
        <b>{schoolSecondsClock(now)}</b>
      </p>
    )
  if (!turn) return null
  const isBefore = now < Date.parse(turn.opensAt)
  const isOver = now >= Date.parse(turn.closesAt)
  return (
    <p className={`${style.clock}${isBefore || isOver ? ` ${style.waiting}` : ''}`}>
      <Clock size={16} />
      <span>
        {isOver
          ? t('{{wave}}，已结束', { wave: turn.name })
          : isBefore
            ? t('{{wave}}，{{time}} 开始', { wave: turn.name, time: momentOf(turn.opensAt, now) })
            : t('{{wave}}，{{time}} 结束', { wave: turn.name, time: momentOf(turn.closesAt, now) })}
      </span>
      <b title={t('服务器时间')}>{schoolSecondsClock(now)}</b>
    </p>
  )
}
/** Time only, if today. */
const momentOf = (moment: string, now: number): string => {
  const day = formatDate(moment)
  return day === formatDate(new Date(now).toISOString()) ? schoolClock(moment) : `${day} ${schoolClock(moment)}`
}
export function Countdown({ opensAt, now }: { opensAt: string; now: number }) {
  const { days, text } = spanOf(Date.parse(opensAt) - now)
  return (
    <Sheet label={t('距离开始')} className={style.countdown}>
      <CalendarClock size={22} />
      <p>
        {t('距离开始')} <b>{days ? t('{{n}} 天 {{time}}', { n: days, time: text }) : text}</b>
      </p>
      <p className="ql-quiet">{t('可以先看房间，点床位收藏，最多 10 张；开始后按收藏的顺序一次试选。')}</p>
    </Sheet>
  )
}
export const TrialNote = () => (
  <p className={style.trial} role="note">
    <FlaskConical size={16} />
    {t('试选：不占用床位，结果不保存')}
  </p>
)
/** Building and floor chips with free beds. */
export function Places({ places, floorId, onChoose }: { places: readonly Place[]; floorId: string | undefined; onChoose: (floorId: string) => void }) {
  const here = places.find(p => p.floorId === floorId) ?? places[0]
  const dorms = [...new Map(places.map(p => [p.dormId, p])).values()]
  const freeOf = (dormId: string): number => places.filter(p => p.dormId === dormId).reduce((n, p) => n + p.free, 0)
  return (
    <Stack as="nav" gap={2} className={style.places} aria-label={t('楼栋和楼层')}>
      {dorms.length > 1 ? (
        <div>
          {dorms.map(d => (
            <Chip key={d.dormId} isOn={d.dormId === here?.dormId} isEmpty={!freeOf(d.dormId)} onClick={() => onChoose(d.floorId)}>
              {d.dorm} <small>{t('余 {{n}}', { n: freeOf(d.dormId) })}</small>
            </Chip>
          ))}
        </div>
      ) : null}
      <div hidden={places.filter(p => p.dormId === here?.dormId).length < 2}>
        {places
          .filter(p => p.dormId === here?.dormId)
          .map(p => (
            <Chip key={p.floorId} isOn={p.floorId === here?.floorId} isEmpty={!p.free} onClick={() => onChoose(p.floorId)}>
              {p.floor} <small>{t('余 {{n}}', { n: p.free })}</small>
            </Chip>
          ))}
      </div>
    </Stack>
  )
}
const Chip = ({ isOn, isEmpty, onClick, children }: { isOn: boolean; isEmpty: boolean; onClick: () => void; children: ReactNode }) => (
  <button type="button" className={`${style.chip}${isOn ? ` ${style.on}` : ''}${isEmpty ? ` ${style.empty}` : ''}`} aria-pressed={isOn} onClick={onClick}>
    {children}
  </button>
)
/** Result, and what happens next. */
export function Result({ mine, own, onChange }: { mine: Mine; own: Own; onChange: (() => void) | undefined }) {
  return (
    <Sheet label={t('我的床位')} className={style.result}>
      <p className={style.resultMark}>{mine.isTrial ? t('试选完成') : t('床位已确认')}</p>
      <h2>{t('{{room}} 室 {{bed}} 号床', { room: own.roomNo, bed: own.bedNo })}</h2>
      <p>{own.bed}</p>
      <dl>
        <div>
          <dt>{t('入住日期')}</dt>
          <dd>{formatDate(mine.moveIn)}</dd>
        </div>
        <div>
          <dt>{t('还可更换')}</dt>
          <dd>{t('{{n}} 次', { n: mine.changesLeft })}</dd>
        </div>
      </dl>
      {onChange ? (
        <Button size="large" onClick={onChange}>
          {mine.isTrial ? t('再试一次') : t('更换床位')}
        </Button>
      ) : null}
    </Sheet>
  )
}
