import { Card, FactList, Pair, Part } from '#modules/workflow/cases/web/public/approval-card/Card.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { outingApplication } from '../../model/application.ts'
import { outingStates } from '../../model/going-out.ts'
import { spanText } from '../labels.ts'
import style from '../outing.module.css'

/** What a counsellor needs who decides on a trip: where to, with whom, and how earlier ones ended. */
export default function GoingOutCase({ bizId }: { bizId: string; caseId: string; isApprover: boolean }) {
  const read = useRead(outingApplication.card, { id: bizId })
  return (
    <Card read={read}>
      {card => (
        <Pair>
          <Part label={t('外出')} note={<span className="ql-quiet">{spanText(card)}</span>}>
            <FactList
              facts={[
                [t('地点'), [card.place, card.region].filter(Boolean).join(' · ')],
                [t('外出时长'), t('{{n}} 小时', { n: card.hours })],
                [t('同行同学'), card.members.join(t('、')) || card.companions],
                [t('电话'), card.contactPhone],
              ]}
            />
          </Part>
          <Part label={t('以往外出')} note={card.wasLate ? <span className={style.late}>{t('曾经逾期')}</span> : null}>
            {card.earlier.length ? (
              <ul className={style.members}>
                {card.earlier.map(trip => (
                  <li key={trip.id}>
                    <span>
                      {trip.place} <span className="ql-quiet">{spanText(trip)}</span>
                    </span>
                    <StateTag of={outingStates} state={trip.state} />
                  </li>
                ))}
              </ul>
            ) : (
              <p className="ql-quiet">{t('以往没有外出过')}</p>
            )}
          </Part>
        </Pair>
      )}
    </Card>
  )
}
