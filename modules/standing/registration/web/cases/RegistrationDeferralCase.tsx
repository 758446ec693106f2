import { Card, FactList, Part } from '#modules/workflow/cases/web/public/approval-card/Card.tsx'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDate } from '#web/values/format.ts'
import { deferralApplication } from '../../model/deferral-application.ts'

/** What somebody needs who decides: the term, why, and what keeps the student from registering. */
export default function RegistrationDeferralCase({ bizId }: { bizId: string; caseId: string; isApprover: boolean }) {
  const read = useRead(deferralApplication.card, { id: bizId })
  return (
    <Card read={read}>
      {card => (
        <Part label={t('暂缓注册')} note={<span className="ql-quiet">{card.batchName}</span>}>
          <FactList
            facts={[
              [t('事由'), card.reason],
              [t('暂缓到'), formatDate(card.until)],
              [t('未注册的原因'), card.blockedBy],
            ]}
          />
        </Part>
      )}
    </Card>
  )
}
