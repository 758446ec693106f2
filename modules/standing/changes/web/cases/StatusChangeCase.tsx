import { ArrowRight } from 'lucide-react'
import { Card, FactList, Pair, Part } from '#modules/workflow/cases/web/public/approval-card/Card.tsx'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { dictLabel, useDict } from '#web/values/useDict.ts'
import { changeApplication } from '../../model/application.ts'
import { withdrawalGround } from '../../model/dictionaries.ts'
import { EFFECTS } from '../../model/status-change.ts'
import { placeText, spanText } from '../labels.ts'
import { ConsequenceList, RuleValues } from '../Sheets.tsx'
import style from '../standing.module.css'

/** What somebody needs who decides on a change: from where to where, the rules, and what it causes elsewhere. */
export default function StatusChangeCase({ bizId }: { bizId: string; caseId: string; isApprover: boolean }) {
  const read = useRead(changeApplication.card, { id: bizId })
  const grounds = useDict(withdrawalGround)
  return (
    <Card read={read}>
      {card => (
        <>
          <Pair>
            <Part label={t(card.typeName)} note={<span className="ql-quiet">{spanText(card)}</span>}>
              <p className={style.route}>
                <span>{placeText(card.from)}</span>
                <ArrowRight size={16} aria-label={t('变为')} />
                <b>{placeText(card.to)}</b>
              </p>
              <FactList
                facts={[
                  [t('志愿'), card.choices.join('、') || null],
                  [t('对方学校'), card.otherSchool],
                  [t('退学依据'), card.ground && dictLabel(grounds, card.ground)],
                ]}
              />
              <RuleValues of={card.figures} />
            </Part>
            <Part label={t('会带来的变化')}>
              <ConsequenceList of={card.consequences} />
            </Part>
          </Pair>
          <Part label={t('以往异动')}>
            {card.earlier.length ? (
              <ul className={style.day}>
                {card.earlier.map(e => (
                  <li key={e.id}>
                    {t(e.typeName)} <span className="ql-quiet">{[spanText(e), t(EFFECTS[e.effectState])].join(' · ')}</span>
                  </li>
                ))}
              </ul>
            ) : (
              <p className="ql-quiet">{t('没有过学籍异动')}</p>
            )}
          </Part>
        </>
      )}
    </Card>
  )
}
