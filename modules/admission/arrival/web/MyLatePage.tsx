import { MyRequestsPage } from '#modules/admission/roll/web/public/MyRequestsPage.tsx'
import { t } from '#web/i18n/index.ts'
import { formatDate } from '#web/values/format.ts'
import { lateApplication } from '../model/late-application.ts'
import { LATE_CAUSES, lateStates } from '../model/late-arrival.ts'

/** 迎新 → 延期报到: the new student's requests to arrive later. */
export default function MyLatePage() {
  return (
    <MyRequestsPage
      of={lateApplication}
      title={t('延期报到')}
      help={t('不能按时报到的，请在报到截止前申请。')}
      ask={t('申请延期报到')}
      states={lateStates}
      heading={row => t('延期到 {{date}}', { date: formatDate(row.until) })}
    >
      {row => (
        <p>
          {t(LATE_CAUSES[row.cause])}：{row.reason}
        </p>
      )}
    </MyRequestsPage>
  )
}
