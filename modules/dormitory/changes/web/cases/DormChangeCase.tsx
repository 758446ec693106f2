import { ArrowRight, Users } from 'lucide-react'
import ownStyle from '#modules/workflow/applications/web/public/own.module.css'
import { Card, Part } from '#modules/workflow/cases/web/public/approval-card/Card.tsx'
import style from '#modules/workflow/cases/web/public/approval-card/card.module.css'
import { StateTag } from '#web/feedback/State.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDate, formatDatetime } from '#web/values/format.ts'
import { dictLabel, useDict } from '#web/values/useDict.ts'
import { changeApplication } from '../../model/application.ts'
import { changeReason } from '../../model/dorm-change.ts'
import { CHANGE_TYPES, changeStates } from '../../model/states.ts'
import changeStyle from '../change.module.css'
import { feeText } from '../labels.ts'

type Change = NonNullable<AnswerOf<typeof changeApplication.card>>
type Side = Change['from']

/** Card for deciding a change: both rooms with residents, price, earlier changes. */
export default function DormChangeCase({ bizId }: { bizId: string; caseId: string; isApprover: boolean }) {
  const read = useRead(changeApplication.card, { id: bizId })
  return (
    <Card read={read}>
      {card => (
        <>
          <Head card={card} />
          <div className={changeStyle.sides}>
            <SidePart of={card.from} label={card.type === 'swap' ? card.from?.name : t('原宿舍')} />
            <ArrowRight size={20} aria-hidden="true" />
            <SidePart of={card.to} label={card.type === 'swap' ? card.to?.name : t('新宿舍')} isTarget />
          </div>
          <Earlier card={card} />
        </>
      )}
    </Card>
  )
}
function Head({ card }: { card: Change }) {
  const reasons = useDict(changeReason)
  const fee = feeText(card.feeDiff)
  const note = (
    <>
      <span className="ql-quiet">{t('{{date}} 生效', { date: formatDate(card.effectiveDate) })}</span>
      {card.holdUntil ? <span className={style.due}>{t('床位占到 {{time}}', { time: formatDatetime(card.holdUntil) })}</span> : null}
    </>
  )
  return (
    <Part label={t('调宿')} title={t(CHANGE_TYPES[card.type])} note={note}>
      <p className={changeStyle.why}>
        <b>{dictLabel(reasons, card.reason)}</b> {card.detail}
      </p>
      <p className={style.line}>
        {fee ? t('{{fee}}（余 {{n}} 个月）', { fee, n: card.months }) : t('房间还没有住宿费标准，不计差额')}
        {card.isOtherCollege ? <span className={style.due}> {t('其他学院的房间')}</span> : null}
        {card.peerConfirmedAt ? <span className={style.good}> {t('对方 {{time}} 已确认', { time: formatDatetime(card.peerConfirmedAt) })}</span> : null}
      </p>
      {card.leavesClassRoom ? (
        <div className={ownStyle.warn}>
          <Users size={20} aria-hidden="true" />
          <p>{t('新房间没有同班同学，将离开本班宿舍。')}</p>
        </div>
      ) : null}
      {card.overrideReason ? <p className={style.due}>{t('例外办理：{{why}}', { why: card.overrideReason })}</p> : null}
      {card.problem ? <p className={style.over}>{card.problem}</p> : null}
    </Part>
  )
}
function SidePart({ of, label, isTarget = false }: { of: Side; label: string | undefined; isTarget?: boolean }) {
  if (!of) return null
  return (
    <Part label={label ?? ''} note={of.stayState ? <span className="ql-quiet">{of.stayState}</span> : null}>
      <p className={isTarget ? `${changeStyle.bed} ${changeStyle.target}` : changeStyle.bed}>{of.bed}</p>
      <ul className={changeStyle.matesList}>
        {of.mates.map(m => (
          <li key={`${m.bedNo} ${m.name}`}>
            <small>{t('{{n}} 号床', { n: m.bedNo })}</small>
            <b>{m.name}</b>
            <span className={m.isClassmate ? changeStyle.mates : 'ql-quiet'}>{m.className}</span>
          </li>
        ))}
      </ul>
      {of.mates.length ? null : <p className="ql-quiet">{t('没有其他人住')}</p>}
    </Part>
  )
}
function Earlier({ card }: { card: Change }) {
  const reasons = useDict(changeReason)
  return (
    <Part label={t('以往调宿')} note={<span className="ql-quiet">{card.earlier.length ? t('最近 {{n}} 次', { n: card.earlier.length }) : t('没有调过宿')}</span>}>
      <ul className={changeStyle.earlier}>
        {card.earlier.map(e => (
          <li key={e.id}>
            <span>{formatDate(e.effectiveDate)}</span>
            <span>
              {t(CHANGE_TYPES[e.type])} {e.toBed}
              {e.reason ? <small className="ql-quiet"> {dictLabel(reasons, e.reason)}</small> : null}
            </span>
            <StateTag of={changeStates} state={e.state} />
          </li>
        ))}
      </ul>
    </Part>
  )
}
