import { Button, Input } from 'antd'
import { CalendarClock, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { Refused } from '#web/feedback/Refused.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { useUnsaved } from '#web/pages/unsaved.ts'
import { Avatar } from '#web/theme/Avatar.tsx'
import { formatDate, formatDatetime } from '#web/values/format.ts'
import { checkIn, type deskFind } from '../model/actions.ts'
import { GENDER_WORDS } from '../model/rules.ts'
import { STAY_KINDS, stayStates } from '../model/states.ts'
import { FEE_STATES } from '../model/stay.ts'
import { spanText } from './labels.ts'
import { spanText as slotText } from './move-in-labels.ts'
import { Pieces } from './Pieces.tsx'
import style from './public/dormitory-stay.module.css'

export type DeskStay = AnswerOf<typeof deskFind>[number]
type Done = AnswerOf<typeof checkIn>

/** One student at the desk: identity, bed, remaining questions, one button. */
export function DeskCard({ found, onDone, takesFocus = false }: { found: DeskStay; onDone: (answer: Done) => void; takesFocus?: boolean }) {
  const [keyNo, setKey] = useState('')
  const [reason, setReason] = useState('')
  const [pieces, setPieces] = useState(found.pieces ?? [])
  const act = useAct(checkIn, { onDone, done: false })
  useUnsaved(Boolean(keyNo || reason))
  const mayCheckIn = found.state === 'reserved' && !found.problem
  const send = () => {
    if (!act.isPending) act.mutate({ id: found.id, keyNo: keyNo.trim() || null, earlyReason: reason.trim() || null, pieces })
  }
  return (
    <form
      className={style.desk}
      onSubmit={event => {
        event.preventDefault()
        if (mayCheckIn) send()
      }}
    >
      <header>
        <Avatar name={found.name ?? ''} size={56} />
        <div>
          <h2>{found.name}</h2>
          <p className="ql-quiet">{[found.studentNo, found.genderCode ? t(GENDER_WORDS[found.genderCode] ?? '') : '', found.className].filter(Boolean).join(' · ')}</p>
        </div>
        <StateTag of={stayStates} state={found.state} />
      </header>
      <p className={style.bed}>{found.bed}</p>
      <p className="ql-quiet">
        {t(STAY_KINDS[found.kind])} · {spanText(found)}
        {found.feeState ? ` · ${t('住宿费{{state}}', { state: t(FEE_STATES[found.feeState]) })}` : ''}
      </p>
      {found.slot && found.state === 'reserved' ? (
        <p className={style.slot}>
          <CalendarClock size={18} aria-hidden="true" /> {t('预约 {{slot}} 到校', { slot: slotText(found.slot) })}
        </p>
      ) : null}
      {found.checkInAt ? (
        <p className={style.done}>
          <CircleCheck size={18} aria-hidden="true" /> {t('{{time}} 已入住', { time: formatDatetime(found.checkInAt) })}
        </p>
      ) : null}
      {found.problem ? (
        <p className="ql-problem" role="alert">
          {found.problem}
        </p>
      ) : null}
      {act.error ? <Refused what={t('没有办理入住')} error={act.error} /> : null}
      {mayCheckIn ? (
        <>
          {found.daysEarly ? (
            <label className={style.field} htmlFor={`${found.id}-early`}>
              {t('计划 {{date}} 入住，提前 {{n}} 天，请填写原因', { date: formatDate(found.plannedIn), n: found.daysEarly })}
              <Input id={`${found.id}-early`} value={reason} maxLength={200} onChange={event => setReason(event.target.value)} />
            </label>
          ) : null}
          <label className={style.field} htmlFor={`${found.id}-key`}>
            {t('钥匙号')}
            <Input id={`${found.id}-key`} autoFocus={takesFocus} value={keyNo} maxLength={20} autoComplete="off" onChange={event => setKey(event.target.value)} />
          </label>
          <details>
            <summary>{t('家具 {{n}} 件，有损坏时展开登记', { n: pieces.length })}</summary>
            <Pieces pieces={pieces} onChange={setPieces} disabled={act.isPending} />
          </details>
          <Button type="primary" size="large" block htmlType="submit" loading={act.isPending} disabled={found.daysEarly > 0 && !reason.trim()}>
            {t('办理入住')}
          </Button>
        </>
      ) : null}
    </form>
  )
}
