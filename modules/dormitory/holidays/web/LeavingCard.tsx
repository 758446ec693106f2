import { Button } from 'antd'
import { LogOut } from 'lucide-react'
import { useState } from 'react'
import style from '#modules/dormitory/stays/web/public/dormitory-stay.module.css'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { State } from '#web/feedback/State.tsx'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { formatDate, formatDatetime } from '#web/values/format.ts'
import { leaveSchool, type myLeaving } from '../model/actions.ts'
import { DEPARTURE_WAYS } from '../model/departure.ts'

type Leaving = AnswerOf<typeof myLeaving>[number]
/** One upcoming holiday: departure time, whether the student is the last of the room, and the door code. */
export function LeavingCard({ of, door, onDone }: { of: Leaving; door: string | null; onDone: () => void }) {
  const [isOpen, setOpen] = useState(Boolean(door) && of.canLeave)
  const close = () => {
    setOpen(false)
    onDone()
  }
  return (
    <Sheet label={of.name} className={style.card}>
      <header className={style.head}>
        <h2>{of.name}</h2>
        <Standing of={of} />
      </header>
      <p>
        {t('{{from}} 至 {{to}}', { from: formatDate(of.from), to: formatDate(of.to) })} · {of.choice}
      </p>
      {of.leaveAt ? (
        <p className="ql-quiet">{t('计划 {{from}} 离校，{{to}} 返校', { from: formatDatetime(of.leaveAt), to: of.backPlanned ? formatDatetime(of.backPlanned) : '—' })}</p>
      ) : null}
      {of.departedAt && of.way ? <p className="ql-quiet">{t('{{time}} 离校（{{way}}）', { time: formatDatetime(of.departedAt), way: t(DEPARTURE_WAYS[of.way]) })}</p> : null}
      {of.canLeave ? (
        <>
          <p>{of.isLast ? t('你是寝室最后离开的人：断电、关窗、锁门，并拍照确认。') : t('还在寝室的：{{names}}', { names: of.here.join(t('、')) })}</p>
          <Button type="primary" size="large" block icon={<LogOut size={18} />} onClick={() => setOpen(true)}>
            {t('离校')}
          </Button>
        </>
      ) : null}
      {isOpen ? (
        <ActionForm
          of={leaveSchool}
          input={{ planId: of.planId }}
          initial={door ? { code: door } : {}}
          layout={of.isLast ? ['code', 'power', 'windows', 'door', 'photos'] : ['code']}
          title={t('{{name}}离校', { name: of.name })}
          note={<p className="ql-help">{of.isLast ? t('扫或输入门牌码；最后离开的人确认三项并上传房间照片。') : t('扫或输入寝室门牌码。')}</p>}
          onClose={close}
          done={t('已登记离校，一路平安')}
        />
      ) : null}
    </Sheet>
  )
}
function Standing({ of }: { of: Leaving }) {
  if (of.backAt) return <State tone="over">{t('已返校')}</State>
  if (of.departedAt) return <State tone={of.isLast && !of.isSafe ? 'attention' : 'done'}>{of.isLast && !of.isSafe ? t('请确认房间') : t('已离校')}</State>
  return of.leaveAt ? <State tone="going">{t('将离校')}</State> : <State tone="going">{t('留校')}</State>
}
