import { MyApplication } from '#modules/workflow/applications/web/public/MyApplication.tsx'
import { MyApplicationsPage } from '#modules/workflow/applications/web/public/MyApplicationsPage.tsx'
import { t } from '#web/i18n/index.ts'
import { formatDate, formatMoney } from '#web/values/format.ts'
import { AID_KINDS, aidStates, isWaiver } from '../model/aid.ts'
import { aidApplication } from '../model/application.ts'
import { Computation } from './Computation.tsx'

const APPLY = '/enlistment/aids/apply'
/** 我的参军资助: what was computed, and how far it is. */
export default function MyAidsPage() {
  return (
    <MyApplicationsPage
      of={aidApplication}
      title={t('我的参军资助')}
      apply={{ path: APPLY, label: t('申请参军资助') }}
      onlyStudents={t('当前账号不是学生，没有参军资助')}
      nothing={t('还没有申请过参军资助')}
    >
      {(row, at) => (
        <MyApplication
          of={aidApplication}
          row={row}
          at={at}
          label={t(AID_KINDS[row.kind])}
          title={t(AID_KINDS[row.kind])}
          states={aidStates}
          standing={standingOf(row)}
          apply={APPLY}
        >
          <Computation of={{ ...row, isWaiver: isWaiver(row.kind) }} />
        </MyApplication>
      )}
    </MyApplicationsPage>
  )
}
function standingOf({ total, reportedOn, fundedOn, paidOn }: { total: number; reportedOn: string | null; fundedOn: string | null; paidOn: string | null }): string {
  const amount = formatMoney(total)
  if (paidOn) return t('{{amount}}，{{date}} 发放', { amount, date: formatDate(paidOn) })
  if (fundedOn) return t('{{amount}}，{{date}} 拨款', { amount, date: formatDate(fundedOn) })
  return reportedOn ? t('{{amount}}，{{date}} 上报', { amount, date: formatDate(reportedOn) }) : amount
}
