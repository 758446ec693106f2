import { Card, FactList, Part } from '#modules/workflow/cases/web/public/approval-card/Card.tsx'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDate } from '#web/values/format.ts'
import { lateApplication } from '../../model/late-application.ts'
import { LATE_CAUSES } from '../../model/late-arrival.ts'

/** What somebody needs who decides: until when, why, and the end of arrival. */
export default function LateArrivalCase({ bizId }: { bizId: string; caseId: string; isApprover: boolean }) {
  const read = useRead(lateApplication.card, { id: bizId })
  return (
    <Card read={read}>
      {card => (
        <Part label={t('延期报到')} note={<span className="ql-quiet">{card.majorName}</span>}>
          <FactList
            facts={[
              [t('延期到'), formatDate(card.until)],
              [t('报到截止'), card.arriveBy ? formatDate(card.arriveBy) : null],
              [t('原因'), t(LATE_CAUSES[card.cause])],
              [t('说明'), card.reason],
            ]}
          />
        </Part>
      )}
    </Card>
  )
}
