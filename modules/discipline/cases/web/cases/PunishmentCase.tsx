import { Card, FactList, Pair, Part } from '#modules/workflow/cases/web/public/approval-card/Card.tsx'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDate } from '#web/values/format.ts'
import { punishmentCard } from '../../model/card.ts'
import { decisionLabel, LEVELS } from '../../model/levels.ts'

/** What somebody needs who decides: the level that is asked for, its articles, and what the student was told. */
export default function PunishmentCase({ bizId }: { bizId: string; caseId: string; isApprover: boolean }) {
  const read = useRead(punishmentCard, { id: bizId })
  return (
    <Card read={read}>
      {card => (
        <Pair>
          <Part label={t('拟作决定')}>
            <FactList
              facts={[
                [t('处理'), t(decisionLabel(card))],
                [t('处分期'), card.months ? t('{{n}} 个月', { n: card.months }) : null],
                [t('告知的处理'), card.notified && t(LEVELS[card.notified])],
                [t('告知书送达'), card.noticeServedOn && formatDate(card.noticeServedOn)],
                [t('案由'), card.title],
                [t('发生日期'), formatDate(card.occurredOn)],
                [t('证据'), t('{{n}} 份', { n: card.evidence })],
              ]}
            />
          </Part>
          <Part label={t('依据和以往处分')}>
            <ul>
              {card.articles.map(article => (
                <li key={article}>{article}</li>
              ))}
              {card.priors.map(p => (
                <li key={p.caseNo}>{[p.caseNo, p.level && t(LEVELS[p.level]), p.decidedOn && formatDate(p.decidedOn)].filter(Boolean).join(' · ')}</li>
              ))}
            </ul>
          </Part>
        </Pair>
      )}
    </Card>
  )
}
