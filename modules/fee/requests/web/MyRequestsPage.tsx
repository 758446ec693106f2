import { MyApplication } from '#modules/workflow/applications/web/public/MyApplication.tsx'
import { MyApplicationsPage } from '#modules/workflow/applications/web/public/MyApplicationsPage.tsx'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { formatDate, formatMoney } from '#web/values/format.ts'
import { requestApplication } from '../model/application.ts'
import { REQUEST_KINDS, requestStates } from '../model/fee-application.ts'
import { planOf } from '../model/plan.ts'

const APPLY = '/fee/request'
/** 我的缴费申请: what was asked, how far it is, and what was agreed. */
export default function MyRequestsPage() {
  return (
    <MyApplicationsPage
      of={requestApplication}
      title={t('我的缴费申请')}
      apply={{ path: APPLY, label: t('申请缓缴或退费') }}
      onlyStudents={t('当前账号不是学生，没有自己的缴费')}
      nothing={t('还没有申请过缓缴、分期或退费')}
    >
      {(row, at) => (
        <MyApplication
          of={requestApplication}
          row={row}
          at={at}
          label={row.items}
          title={t('{{kind}}：{{items}}', { kind: t(REQUEST_KINDS[row.kind]), items: row.items })}
          states={requestStates}
          standing={row.state === 'approved' && row.rest ? t('其中 {{amount}} 转到银行卡', { amount: formatMoney(row.rest) }) : ''}
          apply={APPLY}
        >
          {row.amount ? <p>{formatMoney(row.amount)}</p> : null}
          {row.until ? <p>{t('缓缴到 {{date}}', { date: formatDate(row.until) })}</p> : null}
          {planOf(row.plan).map(part => (
            <Row key={part.date} spread="between">
              <span>{formatDate(part.date)}</span>
              <span>{formatMoney(part.amount)}</span>
            </Row>
          ))}
        </MyApplication>
      )}
    </MyApplicationsPage>
  )
}
