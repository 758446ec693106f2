import { Card, FactList, Part } from '#modules/workflow/cases/web/public/approval-card/Card.tsx'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { enlistApplication } from '../../model/application.ts'
import { KINDS, SEASONS, stageStates } from '../../model/record.ts'

/** What somebody needs who decides: what for, and whether the student has tried before. */
export default function EnlistRecordCase({ bizId }: { bizId: string; caseId: string; isApprover: boolean }) {
  const read = useRead(enlistApplication.card, { id: bizId })
  return (
    <Card read={read}>
      {card => (
        <Part label={t('应征登记')}>
          <FactList
            facts={[
              [t('应征年度'), String(card.year)],
              [t('征兵季'), t(SEASONS[card.season])],
              [t('类别'), t(KINDS[card.kind])],
              [t('以往登记'), card.earlier.flatMap(e => (e ? [`${e.year} ${t(stageStates.labels[e.stage])}`] : [])).join(t('、'))],
            ]}
          />
        </Part>
      )}
    </Card>
  )
}
