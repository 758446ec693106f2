import { MyRequestsPage } from '#modules/admission/roll/web/public/MyRequestsPage.tsx'
import { t } from '#web/i18n/index.ts'
import { formatDate } from '#web/values/format.ts'
import { RETENTION_CAUSES, retentionStates } from '../model/retention.ts'
import { retentionApplication } from '../model/retention-application.ts'

/** 迎新 → 保留入学资格: the new student asks to keep the admission. */
export default function MyRetentionPage() {
  return (
    <MyRequestsPage
      of={retentionApplication}
      title={t('保留入学资格')}
      help={t('应征入伍的保留到退役后两年，其他原因最多一年。')}
      ask={t('申请保留入学资格')}
      states={retentionStates}
      heading={row => (row.until ? t('保留到 {{date}}', { date: formatDate(row.until) }) : t(RETENTION_CAUSES[row.cause]))}
    >
      {row => (
        <p>
          {t(RETENTION_CAUSES[row.cause])}：{row.reason}
        </p>
      )}
    </MyRequestsPage>
  )
}
