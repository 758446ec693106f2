import { Card, FactList, Part } from '#modules/workflow/cases/web/public/approval-card/Card.tsx'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDate } from '#web/values/format.ts'
import { RETENTION_CAUSES } from '../../model/retention.ts'
import { retentionApplication } from '../../model/retention-application.ts'

/** What somebody needs who decides: why, and until when. */
export default function AdmissionRetentionCase({ bizId }: { bizId: string; caseId: string; isApprover: boolean }) {
  const read = useRead(retentionApplication.card, { id: bizId })
  return (
    <Card read={read}>
      {card => (
        <Part label={t('保留入学资格')} note={<span className="ql-quiet">{card.majorName}</span>}>
          <FactList
            facts={[
              [t('原因'), t(RETENTION_CAUSES[card.cause])],
              [t('退役日期'), card.dischargedOn ? formatDate(card.dischargedOn) : null],
              [t('保留到'), card.until ? formatDate(card.until) : null],
              [t('说明'), card.reason],
            ]}
          />
        </Part>
      )}
    </Card>
  )
}
