import { MyApplication } from '#modules/workflow/applications/web/public/MyApplication.tsx'
import { MyApplicationsPage } from '#modules/workflow/applications/web/public/MyApplicationsPage.tsx'
import { t } from '#web/i18n/index.ts'
import { formatDate, formatDatetime, formatMoney } from '#web/values/format.ts'
import { applicationStates, subsidyApply } from '../model/application.ts'

const APPLY = '/subsidy/apply'
/** 我的资助申请: what was asked, how far it is, when an answer and the money are expected. */
export default function MinePage() {
  return (
    <MyApplicationsPage
      of={subsidyApply}
      title={t('我的资助申请')}
      apply={{ path: APPLY, label: t('申请资助') }}
      onlyStudents={t('当前账号不是学生，没有自己的资助')}
      nothing={t('还没有申请过资助')}
    >
      {(row, at) => (
        <MyApplication
          of={subsidyApply}
          row={row}
          at={at}
          label={row.item}
          title={row.item}
          states={applicationStates}
          standing={row.state === 'pending' && row.dueAt ? t('{{at}} 前答复', { at: formatDatetime(row.dueAt) }) : ''}
          apply={APPLY}
        >
          {row.amountApproved ? <p>{formatMoney(row.amountApproved)}</p> : null}
          {row.expectedOn ? <p>{t('预计 {{date}} 发放', { date: formatDate(row.expectedOn) })}</p> : null}
          {row.endReason ? <p>{t(row.endReason)}</p> : null}
        </MyApplication>
      )}
    </MyApplicationsPage>
  )
}
