import { weekdayOf } from '#modules/campus/model/days.ts'
import { Card, ContactFact, FactList, GuardianFact, Pair, Part } from '#modules/workflow/cases/web/public/approval-card/Card.tsx'
import style from '#modules/workflow/cases/web/public/approval-card/card.module.css'
import { State } from '#web/feedback/State.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { weekdayWord } from '#web/home/day.ts'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDate } from '#web/values/format.ts'
import { dictLabel, useDict } from '#web/values/useDict.ts'
import { tempApplication } from '../../model/application.ts'
import { tempPlaceType, tempStates } from '../../model/temp-location.ts'
import { nightsText, spanText } from '../labels.ts'
import tempStyle from '../public/temp.module.css'

type Temp = NonNullable<AnswerOf<typeof tempApplication.card>>

/** Card for deciding nights elsewhere: the nights and next morning, address and contact, history. */
export default function TempLocationCase({ bizId }: { bizId: string; caseId: string; isApprover: boolean }) {
  const read = useRead(tempApplication.card, { id: bizId })
  return (
    <Card read={read}>
      {card => (
        <>
          <Nights card={card} />
          <Pair>
            <Place card={card} />
            <Earlier card={card} />
          </Pair>
        </>
      )}
    </Card>
  )
}
function Nights({ card }: { card: Temp }) {
  const total = { total: card.termTotal, most: card.termNights }
  return (
    <Part label={t('外宿的晚上')} title={nightsText(card.nights.length)} note={<span className="ql-quiet">{spanText(card)}</span>}>
      <ul className={tempStyle.nights}>
        {card.nights.map(n => (
          <li key={n.date}>
            <small>{weekdayWord(weekdayOf(n.date))}</small>
            <b>{formatDate(n.date)}</b>
            <small className={n.isBeforeSchool ? tempStyle.early : undefined}>{n.isBeforeSchool ? t('次日上课') : t('次日休息')}</small>
          </li>
        ))}
      </ul>
      <p className={style.line}>
        {card.termTotal > card.termNights ? (
          <span className={style.over}>{t('本学期共 {{total}} 晚，超过 {{most}} 晚', total)}</span>
        ) : (
          t('本学期共 {{total}} 晚，最多 {{most}} 晚', total)
        )}
        {card.isLate ? <span className={style.due}> {t('首晚 {{time}} 以后提交', { time: card.submitBefore })}</span> : null}
      </p>
    </Part>
  )
}
function Place({ card }: { card: Temp }) {
  const places = useDict(tempPlaceType)
  return (
    <Part label={t('去向与联系')}>
      <FactList
        facts={[
          [t('地点'), [dictLabel(places, card.placeType), card.placeName].filter(Boolean).join(t('，'))],
          [t('详细地址'), card.address],
          [t('同住人'), card.companion],
          [t('本人床位'), card.bed],
          [t('紧急联系人'), <ContactFact key="contact" name={card.contactName} phone={card.contactPhone} />],
          [t('告知家长'), <GuardianFact key="guardian" isInformed={card.guardianInformed} otherwise={<span className={style.over}>{t('学生没有告知')}</span>} />],
        ]}
      />
    </Part>
  )
}
function Earlier({ card }: { card: Temp }) {
  const places = useDict(tempPlaceType)
  const summary = card.lateCount
    ? t('最近 {{n}} 次，逾期 {{late}} 次', { n: card.earlier.length, late: card.lateCount })
    : t('最近 {{n}} 次，全部按时返回', { n: card.earlier.length })
  return (
    <Part label={t('以往外宿')} note={<span className="ql-quiet">{card.earlier.length ? summary : t('没有外宿过')}</span>}>
      <ul className={tempStyle.earlier}>
        {card.earlier.map(e => (
          <li key={e.id}>
            <span>{formatDate(e.from)}</span>
            <span>
              {e.placeType ? dictLabel(places, e.placeType) : ''} {nightsText(e.nights)}
            </span>
            <State tone={e.wasLate ? 'refused' : tempStates.tones[e.state]}>{e.wasLate ? t('逾期') : t(tempStates.labels[e.state])}</State>
          </li>
        ))}
      </ul>
    </Part>
  )
}
