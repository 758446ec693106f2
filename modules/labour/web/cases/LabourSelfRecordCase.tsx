import { Card, Part } from '#modules/workflow/cases/web/public/approval-card/Card.tsx'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDate } from '#web/values/format.ts'
import { CATEGORIES } from '../../model/rules.ts'
import { PLACES } from '../../model/self-record.ts'
import { selfRecord } from '../../model/self-record-application.ts'

/** What somebody needs who verifies it. */
export default function LabourSelfRecordCase({ bizId }: { bizId: string; caseId: string; isApprover: boolean }) {
  const read = useRead(selfRecord.card, { id: bizId })
  return (
    <Card read={read}>
      {card => (
        <>
          <Part label={t(CATEGORIES[card.category])}>{card.what}</Part>
          <Part label={t('日期')}>{formatDate(card.date)}</Part>
          <Part label={t('在哪里')}>{t(PLACES[card.where])}</Part>
          <Part label={t('学时')}>{t('{{minutes}} 分钟，算 {{n}} 学时', { minutes: card.minutes, n: card.hours })}</Part>
        </>
      )}
    </Card>
  )
}
