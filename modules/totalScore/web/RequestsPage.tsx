import { MyApplication } from '#modules/workflow/applications/web/public/MyApplication.tsx'
import { MyApplicationsPage } from '#modules/workflow/applications/web/public/MyApplicationsPage.tsx'
import { t } from '#web/i18n/index.ts'
import { formatDate } from '#web/values/format.ts'
import { pointRequest } from '../model/application.ts'
import { applicationStates } from '../model/point-application.ts'

const APPLY = '/totalScore/apply'
/** 我的加分申请 */
export default function RequestsPage() {
  return (
    <MyApplicationsPage
      of={pointRequest}
      title={t('我的加分申请')}
      apply={{ path: APPLY, label: t('申请加分') }}
      onlyStudents={t('当前账号不是学生，没有自己的申请')}
      nothing={t('还没有申请过加分')}
    >
      {(row, at) => (
        <MyApplication of={pointRequest} row={row} at={at} label={row.item} title={row.item} states={applicationStates} apply={APPLY}>
          <p>
            {formatDate(row.occurredOn)} · {t('{{n}} 分', { n: row.total })} · {row.what}
          </p>
        </MyApplication>
      )}
    </MyApplicationsPage>
  )
}
