import { Card, Part } from '#modules/workflow/cases/web/public/approval-card/Card.tsx'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDate } from '#web/values/format.ts'
import { dictLabel, useDict } from '#web/values/useDict.ts'
import { declaration } from '../../model/application.ts'
import { DECLARABLE } from '../../model/declaration.ts'
import { evidenceLevel, evidencePlace, TEAM_ROLES } from '../../model/evidence.ts'

/** What somebody needs who decides on it. */
export default function EvidenceDeclarationCase({ bizId }: { bizId: string; caseId: string; isApprover: boolean }) {
  const read = useRead(declaration.card, { id: bizId })
  const [level, place] = [useDict(evidenceLevel), useDict(evidencePlace)]
  return (
    <Card read={read}>
      {card => (
        <>
          <Part label={t(DECLARABLE[card.kind])}>{card.title}</Part>
          <Part label={t('日期')}>{formatDate(card.occurredOn)}</Part>
          {card.level || card.place ? (
            <Part label={t('级别')}>{[card.level && dictLabel(level, card.level), card.place && dictLabel(place, card.place)].filter(Boolean).join(' ')}</Part>
          ) : null}
          {card.teamRole && card.teamRole !== 'individual' ? (
            <Part label={t('角色')}>{t('{{role}}，共 {{n}} 人', { role: t(TEAM_ROLES[card.teamRole]), n: card.teamSize ?? '' })}</Part>
          ) : null}
          {card.quantity === null ? null : <Part label={t('时长或次数')}>{card.quantity}</Part>}
        </>
      )}
    </Card>
  )
}
