import { Card, FactList, Part } from '#modules/workflow/cases/web/public/approval-card/Card.tsx'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { CAUSES } from '../../model/dissolution.ts'
import { dissolutionCard } from '../../model/dissolution-actions.ts'
import { Leftovers } from '../dissolution/Leftovers.tsx'

/** What somebody needs who decides: why, how the members voted, and what would have to be cleared. */
export default function SocietyDissolutionCase({ bizId }: { bizId: string; caseId: string; isApprover: boolean }) {
  const read = useRead(dissolutionCard, { id: bizId })
  return (
    <Card read={read}>
      {card => (
        <>
          <Part label={card.society}>
            <FactList
              facts={[
                [t('事由'), t(CAUSES[card.cause])],
                [t('并入的社团'), card.into],
                [t('原因'), card.reason],
                [t('有表决权的成员'), card.eligible],
                [t('参加表决'), card.voted],
                [t('赞成'), card.agreed],
              ]}
            />
          </Part>
          <Part label={t('还没清的')}>
            <Leftovers of={card.leftovers} />
          </Part>
        </>
      )}
    </Card>
  )
}
