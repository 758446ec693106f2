import { Button } from 'antd'
import { CircleCheck, LocateFixed, Moon, Umbrella } from 'lucide-react'
import { useState } from 'react'
import { FenceMap } from '#modules/signIn/web/public/FenceMap.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { useServerClock } from '#web/feedback/useNow.ts'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { classes } from '#web/layout/classes.ts'
import { Page } from '#web/layout/Page.tsx'
import type { Position } from '#web/position/position.ts'
import { usePosition } from '#web/position/usePosition.ts'
import { useRead } from '#web/records/useRead.ts'
import { StudentsOnly } from '#web/session/StudentsOnly.tsx'
import { formatClock, formatDatetime } from '#web/values/format.ts'
import { PRESENCE_SOURCES } from '../../stays/model/presence.ts'
import { pressNight } from '../model/actions.ts'
import { NIGHT_WAYS, nightResults } from '../model/evidence.ts'
import { myNight } from '../model/read-actions.ts'
import { dayText } from './labels.ts'
import style from './night.module.css'
import { Past } from './Past.tsx'
import { RoomHead } from './RoomHead.tsx'

export type Mine = AnswerOf<typeof myNight>
const EVERY_MS = 20_000
/** 我的晚点名: self check-in, and tonight's state. */
export default function NightMinePage() {
  return (
    <StudentsOnly title={t('晚点名')} otherwise={t('当前账号不是学生，不用点名')}>
      <Own />
    </StudentsOnly>
  )
}
function Own() {
  const read = useRead(myNight, {}, { every: EVERY_MS })
  const { data } = read
  if (!data) return <Loading of={read} lines={8} />
  return (
    <Page title={t('晚点名')} width="form">
      <Sheet label={t('今晚')} className={style.card}>
        <header>
          <h2>{t('{{date}} 晚', { date: dayText(data.night) })}</h2>
          {data.state === 'none' || data.state === 'notYet' ? null : <StateTag of={nightResults} state={data.state} />}
        </header>
        {data.bed ? <p className="ql-quiet">{data.bed}</p> : null}
        <Tonight mine={data} />
      </Sheet>
      {data.room && data.mates.length ? <RoomHead mine={data} /> : null}
      <Sheet title={t('最近 30 晚')} className={style.card}>
        {data.past.length ? (
          <>
            <p className="ql-quiet">{t('晚归 {{late}} 次，未归 {{out}} 次', { late: data.lateCount, out: data.outCount })}</p>
            <Past nights={data.past} label={t('最近 30 晚')} />
          </>
        ) : (
          <p className="ql-quiet">{t('还没有归寝记录')}</p>
        )}
      </Sheet>
    </Page>
  )
}
function Tonight({ mine }: { mine: Mine }) {
  const now = useServerClock(mine.now)
  if (mine.state === 'notYet') return <Said icon={<Moon size={24} aria-hidden="true" />}>{t('今晚的名单 {{at}} 生成，之后在这里点名', { at: mine.rosterAt })}</Said>
  if (mine.state === 'none') return <Said icon={<Moon size={24} aria-hidden="true" />}>{t('你今晚没有在住的床位，不用点名')}</Said>
  if (mine.state === 'excused') return <Excused mine={mine} />
  if (mine.state === 'present' || mine.state === 'late')
    return (
      <Said icon={<CircleCheck size={24} aria-hidden="true" />} isGood>
        {mine.seenAt && mine.way ? t('{{time}} 已点到（{{way}}）', { time: formatClock(mine.seenAt), way: t(NIGHT_WAYS[mine.way]) }) : t('已点到')}
      </Said>
    )
  const [opens, closes] = [Date.parse(mine.opensAt ?? ''), Date.parse(mine.closesAt ?? '')]
  if (!mine.ways.includes('self')) return <Said icon={<Moon size={24} aria-hidden="true" />}>{t('你们楼不用自己点名，由宿管老师或寝室长确认')}</Said>
  if (now < opens)
    return (
      <Said icon={<Moon size={24} aria-hidden="true" />}>{t('{{from}} 开始，{{to}} 截止', { from: formatClock(mine.opensAt ?? ''), to: formatClock(mine.closesAt ?? '') })}</Said>
    )
  if (now >= closes)
    return (
      <Said icon={<Moon size={24} aria-hidden="true" />}>{t('点名已于 {{to}} 截止，已回宿舍请联系宿管老师，回不来请联系辅导员', { to: formatClock(mine.closesAt ?? '') })}</Said>
    )
  return <Press mine={mine} />
}
const Said = ({ icon, isGood, children }: { icon: React.ReactNode; isGood?: boolean; children: React.ReactNode }) => (
  <p className={isGood ? `${style.said} ${style.good}` : style.said} role="status">
    {icon}
    <b>{children}</b>
  </p>
)
function Excused({ mine }: { mine: Mine }) {
  const why = mine.source ? t(PRESENCE_SOURCES[mine.source]) : ''
  return (
    <Said icon={<Umbrella size={24} aria-hidden="true" />}>
      {mine.until ? t('今晚不用点名：{{why}}，到 {{until}}', { why, until: formatDatetime(mine.until) }) : t('今晚不用点名：{{why}}', { why })}
    </Said>
  )
}
/** The position is read only when the button is pressed. */
function Press({ mine }: { mine: Mine }) {
  const [position, setPosition] = useState<Position>()
  const { locate, isLocating, problem } = usePosition(t('请寝室长、宿管老师确认'))
  const act = useAct(pressNight, { done: t('已点到') })
  const press = () => {
    act.reset()
    void locate(found => {
      setPosition(found)
      act.mutate({ ...found, system: 'wgs84' })
    })
  }
  return (
    <>
      <p>{t('{{to}} 截止', { to: formatClock(mine.closesAt ?? '') })}</p>
      {mine.fences?.length && position ? <FenceMap fences={mine.fences} position={position} /> : null}
      {problem ? (
        <p className="ql-problem" role="alert">
          {problem}
        </p>
      ) : null}
      {act.error ? <Refused what={t('没有点到')} error={act.error} /> : null}
      <Button type="primary" size="large" block className={classes(style.press)} icon={<LocateFixed size={20} />} loading={act.isPending || isLocating} onClick={press}>
        {t('我在宿舍')}
      </Button>
      <p className="ql-help">{t('只在点这个按钮时取一次位置，到期自动清除，只留结果。')}</p>
    </>
  )
}
