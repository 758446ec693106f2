import { MyApplication } from '#modules/workflow/applications/web/public/MyApplication.tsx'
import { MyApplicationsPage } from '#modules/workflow/applications/web/public/MyApplicationsPage.tsx'
import { t } from '#web/i18n/index.ts'
import { formatDate } from '#web/values/format.ts'
import { deferralStates } from '../model/deferral.ts'
import { deferralApplication } from '../model/deferral-application.ts'

const APPLY = '/standing/defer'

export default function MyDeferralsPage() {
  return (
    <MyApplicationsPage
      of={deferralApplication}
      title={t('我的暂缓注册')}
      apply={{ path: APPLY, label: t('申请暂缓注册') }}
      onlyStudents={t('当前账号不是学生，不用注册')}
      nothing={t('没有申请过暂缓注册')}
    >
      {(row, at) => (
        <MyApplication
          of={deferralApplication}
          row={row}
          at={at}
          label={row.reason}
          title={t('暂缓注册')}
          states={deferralStates}
          apply={APPLY}
          {...(row.until ? { standing: t('暂缓到 {{date}}', { date: formatDate(row.until) }) } : {})}
        >
          <p>{row.reason}</p>
        </MyApplication>
      )}
    </MyApplicationsPage>
  )
}
