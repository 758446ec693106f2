import { holidayStayReason } from '#modules/outing/model/holiday.ts'
import { Card, FactList, Good, Pair, Part } from '#modules/workflow/cases/web/public/approval-card/Card.tsx'
import style from '#modules/workflow/cases/web/public/approval-card/card.module.css'
import { StateTag } from '#web/feedback/State.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDate, MISSING } from '#web/values/format.ts'
import { dictLabel, useDict } from '#web/values/useDict.ts'
import tempStyle from '../../../temp/web/public/temp.module.css'
import { stayApplication } from '../../model/application.ts'
import { holidayStayStates, LODGINGS } from '../../model/holiday-stay.ts'

type StayCard = NonNullable<AnswerOf<typeof stayApplication.card>>

/** Card for deciding a stay: dates, family contact, recent nights and holidays. */
export default function HolidayStayCase({ bizId }: { bizId: string; caseId: string; isApprover: boolean }) {
  const read = useRead(stayApplication.card, { id: bizId })
  return (
    <Card read={read}>
      {card => (
        <>
          <Days card={card} />
          <Pair>
            <Family card={card} />
            <Earlier card={card} />
          </Pair>
        </>
      )}
    </Card>
  )
}
const Days = ({ card }: { card: StayCard }) => {
  const reasons = useDict(holidayStayReason)
  const span = t('{{from}} 至 {{to}}', { from: formatDate(card.from), to: formatDate(card.to) })
  return (
    <Part label={t('留校')} title={t('留校 {{n}} 晚', { n: card.nights })} note={<span className="ql-quiet">{span}</span>}>
      <p className={style.line}>
        {dictLabel(reasons, card.reason)}
        {card.detail ? t('：{{detail}}', { detail: card.detail }) : null}
      </p>
      <p className={style.line}>
        {t(LODGINGS[card.lodging])} {card.bed}
      </p>
    </Part>
  )
}
function Family({ card }: { card: StayCard }) {
  const lacking = card.isMinor ? t('未满 18 周岁，还没有登记家长同意') : t('还没有登记家长同意')
  const agreed = card.guardianAgreed ? <Good key="agreed">{t('已联系家长，家长同意')}</Good> : <span className={style.over}>{lacking}</span>
  return (
    <Part label={t('家长')}>
      <FactList
        facts={[
          [t('监护人'), [card.guardianName ?? MISSING, card.guardianPhone].filter(Boolean).join(' ')],
          [t('家长同意'), agreed],
        ]}
      />
    </Part>
  )
}
function Earlier({ card }: { card: StayCard }) {
  const nights = t('近 30 天晚归 {{lates}} 次，未归 {{outs}} 晚', { lates: card.lates, outs: card.nightsOut })
  return (
    <Part label={t('以往假期')} note={<span className={card.lates || card.nightsOut ? style.due : 'ql-quiet'}>{nights}</span>}>
      <ul className={tempStyle.earlier}>
        {card.earlier.map(e => (
          <li key={e.name}>
            <span>{e.name}</span>
            <span>{e.stayed ? t('留校') : t('离校')}</span>
            {e.state ? <StateTag of={holidayStayStates} state={e.state} /> : null}
          </li>
        ))}
      </ul>
      {card.earlier.length ? null : <p className="ql-quiet">{t('没有以往假期')}</p>}
    </Part>
  )
}
