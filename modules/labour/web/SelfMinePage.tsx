import { MyApplication } from '#modules/workflow/applications/web/public/MyApplication.tsx'
import { MyApplicationsPage } from '#modules/workflow/applications/web/public/MyApplicationsPage.tsx'
import { t } from '#web/i18n/index.ts'
import { formatDate } from '#web/values/format.ts'
import { PLACES, selfStates } from '../model/self-record.ts'
import { selfRecord } from '../model/self-record-application.ts'

const APPLY = '/labour/self'
/** 我的劳动申报 */
export default function SelfMinePage() {
  return (
    <MyApplicationsPage
      of={selfRecord}
      title={t('我的劳动申报')}
      apply={{ path: APPLY, label: t('申报劳动') }}
      onlyStudents={t('当前账号不是学生，没有自己的申报')}
      nothing={t('还没有申报过')}
    >
      {(row, at) => (
        <MyApplication of={selfRecord} row={row} at={at} label={row.what} title={row.what} states={selfStates} apply={APPLY}>
          <p>
            {t(PLACES[row.where])} · {formatDate(row.date)} · {t('{{n}} 学时', { n: row.hours })}
          </p>
        </MyApplication>
      )}
    </MyApplicationsPage>
  )
}
