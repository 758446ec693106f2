import { Button } from 'antd'
import { CalendarClock } from 'lucide-react'
import { useState } from 'react'
import { Bars, Empty } from '#web/feedback/Empty.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatDatetime } from '#web/values/format.ts'
import { chooseMoveIn, moveInSlots, myMoveIn, withdrawMoveIn } from '../model/move-in-actions.ts'
import style from './move-in.module.css'
import { dayOf, dayText, hoursText, spanText } from './move-in-labels.ts'

/** Maximum age of free places. */
const EVERY_MS = 2000
type Mine = AnswerOf<typeof myMoveIn>[number]
type Slot = AnswerOf<typeof moveInSlots>[number]

/** 到校时段 of a reserved bed: the choice, or the form. Renders nothing without a plan for the building. */
export function OwnSlot({ stayId }: { stayId: string }) {
  const [isChoosing, setChoosing] = useState(false)
  const { data } = useRead(myMoveIn, {})
  const mine = data?.find(m => m.stayId === stayId)
  if (!mine) return null
  const { own } = mine
  const note = own && mine.days.find(d => d?.day === dayOf(own.beginAt))?.note
  return (
    <section className={style.own} aria-label={t('到校时段')}>
      <h3>
        <CalendarClock size={18} aria-hidden="true" /> {t('到校时段')}
      </h3>
      {own ? (
        <>
          <b className={style.when}>{spanText(own)}</b>
          {note ? <p>{note}</p> : null}
          <p className="ql-quiet">
            {own.mayChange ? t('{{time}} 前可以改；早到、晚到都能办理入住。', { time: formatDatetime(own.changeUntil) }) : t('快到时间了，不能再改；早到、晚到都能办理入住。')}
          </p>
        </>
      ) : (
        <p>{t('选一个到校时段，错峰到达少排队。')}</p>
      )}
      {own && !own.mayChange ? null : (
        <Row>
          <Button type={own ? 'default' : 'primary'} size="large" onClick={() => setChoosing(true)}>
            {own ? t('改时段') : t('预约到校时段')}
          </Button>
          {own ? (
            <ActionButton of={withdrawMoveIn} input={{ stayId }} type="text" confirm={t('取消 {{slot}} 的预约，名额让给别人？', { slot: spanText(own) })} done={t('已取消预约')}>
              {t('取消预约')}
            </ActionButton>
          ) : null}
        </Row>
      )}
      {isChoosing ? <Choosing mine={mine} onClose={() => setChoosing(false)} /> : null}
    </section>
  )
}
function Choosing({ mine, onClose }: { mine: Mine; onClose: () => void }) {
  const [isOpen, setOpen] = useState(true)
  const [picked, setPicked] = useState<string>()
  const { data, error } = useRead(moveInSlots, { dormId: mine.dormId }, { every: EVERY_MS })
  const act = useAct(chooseMoveIn, { onDone: () => setOpen(false), done: t('已预约') })
  const slots = data ?? []
  const chosen = slots.find(s => s.id === picked)
  return (
    <Panel
      open={isOpen}
      title={t('预约到校时段')}
      onClose={() => setOpen(false)}
      afterClose={onClose}
      footer={
        <Button
          type="primary"
          size="large"
          block
          loading={act.isPending}
          disabled={!chosen || chosen.id === mine.own?.slotId}
          onClick={() => chosen && act.mutate({ stayId: mine.stayId, slotId: chosen.id })}
        >
          {chosen ? t('预约 {{slot}}', { slot: spanText(chosen) }) : t('请选一个时段')}
        </Button>
      }
    >
      <div className={style.choose}>
        <p className="ql-quiet">{t('{{dorm}}，数字是还剩的名额，随时更新。开始前 {{n}} 分钟都可以改。', { dorm: mine.dorm, n: mine.changeMinutes })}</p>
        {error && data ? <p className="ql-problem">{t('没有连上网络，数字可能已经过时')}</p> : null}
        {act.error ? <Refused what={t('没有预约成功')} error={act.error} /> : null}
        {data ? null : <Bars lines={6} />}
        {data && !slots.length ? <Empty title={t('没有可以预约的时段了')} /> : null}
        {mine.days.map(d => (
          <Day key={d.day} day={d.day} note={d.note} slots={slots.filter(s => s.day === d.day)} own={mine.own?.slotId} picked={picked} onPick={setPicked} />
        ))}
      </div>
    </Panel>
  )
}
interface DayProps {
  day: string
  note: string | null
  slots: readonly Slot[]
  own: string | undefined
  picked: string | undefined
  onPick: (id: string) => void
}
function Day({ day, note, slots, own, picked, onPick }: DayProps) {
  if (!slots.length) return null
  return (
    <section aria-label={dayText(day)}>
      <h3>{dayText(day)}</h3>
      {note ? <p>{note}</p> : null}
      <ul className={style.slots}>
        {slots.map(s => (
          <li key={s.id}>
            <button type="button" disabled={s.free <= 0 && s.id !== own} aria-pressed={s.id === (picked ?? own)} onClick={() => onPick(s.id)}>
              <b>{hoursText(s)}</b>
              <small>{s.id === own ? t('我的时段') : s.free > 0 ? t('剩 {{n}}', { n: s.free }) : t('已满')}</small>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
