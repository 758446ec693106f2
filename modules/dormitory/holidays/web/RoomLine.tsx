import { Button } from 'antd'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { State, StateTag } from '#web/feedback/State.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { useCan } from '#web/session/useCan.ts'
import { formatDatetime } from '#web/values/format.ts'
import { noteLeft, noteSafe } from '../model/actions.ts'
import type { closingRooms } from '../model/closing-actions.ts'
import style from './holiday.module.css'
import { stands } from './labels.ts'

type Room = AnswerOf<typeof closingRooms>[number]
const BOARD = ['holidayClosing']

/** One room: students still expected, and staff actions. */
export function RoomLine({ planId, room }: { planId: string; room: Room }) {
  const [ids, setIds] = useState<string[]>()
  const mayNote = useCan(noteLeft.permission)
  const people = room.residents
  const here = people.filter(p => p.stands === 'unanswered' || p.stands === 'leaving')
  const isEmpty = people.every(p => p.stands === 'left' || p.stands === 'back')
  return (
    <li>
      <b>{room.roomNo}</b>
      <ul>
        {people.map(p => (
          <li key={p.studentId}>
            <span>
              {p.bedNo} {p.name}
            </span>
            <StateTag of={stands} state={p.stands} />
            {p.stands === 'leaving' && p.leaveAt ? <small>{formatDatetime(p.leaveAt)}</small> : null}
          </li>
        ))}
      </ul>
      <div className={style.acts}>
        {room.isClosed ? <State tone="over">{t('已关闭')}</State> : null}
        {!room.isClosed && room.isSafe ? <State tone="done">{t('已确认安全')}</State> : null}
        {mayNote && here.length ? (
          <Button type="link" size="small" aria-label={t('登记 {{room}} 离校', { room: room.roomNo })} onClick={() => setIds(here.map(p => p.studentId))}>
            {t('登记离校')}
          </Button>
        ) : null}
        {isEmpty && !room.isSafe ? (
          <ActionButton
            of={noteSafe}
            input={{ planId, roomId: room.roomId }}
            type="link"
            icon={<ShieldCheck size={15} />}
            confirm={t('{{room}} 电源已断、窗户已关、房门已锁', { room: room.roomNo })}
            changes={BOARD}
            done={t('已确认')}
          />
        ) : null}
      </div>
      {ids ? (
        <ActionForm
          of={noteLeft}
          input={{ planId, studentIds: ids }}
          onClose={() => setIds(undefined)}
          changes={BOARD}
          done={t('已登记离校')}
          note={<p className="ql-help">{t('登记 {{names}} 离校；不填时间为现在。', { names: here.map(p => p.name).join(t('、')) })}</p>}
        />
      ) : null}
    </li>
  )
}
