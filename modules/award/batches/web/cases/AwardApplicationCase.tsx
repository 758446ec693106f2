import { Card, FactList, Part } from '#modules/workflow/cases/web/public/approval-card/Card.tsx'
import { CheckList } from '#web/feedback/CheckList.tsx'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { awardApplied } from '../../model/application.ts'
import { checkItems } from '../checks.ts'

/** What somebody needs who recommends: the conditions, what the student wrote, and what excludes it. */
export default function AwardApplicationCase({ bizId }: { bizId: string; caseId: string; isApprover: boolean }) {
  const read = useRead(awardApplied.card, { id: bizId })
  return (
    <Card read={read}>
      {card => (
        <>
          <Part label={card.itemName} note={<span className="ql-quiet">{card.batchName}</span>}>
            <FactList
              facts={[
                [t('授予'), card.recipient],
                [t('突出表现'), card.isOutstanding ? t('有') : null],
                [t('申请理由'), card.statement],
                [t('佐证成果'), card.achieved],
                [t('其他成果'), card.achievements],
                [t('互斥'), card.warnings.join('；') || null],
              ]}
            />
          </Part>
          <Part label={t('条件')}>
            <CheckList of={checkItems(card.checks)} label={t('条件')} />
          </Part>
        </>
      )}
    </Card>
  )
}
