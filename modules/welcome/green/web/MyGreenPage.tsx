import { useMemo } from 'react'
import { MyRequestsPage } from '#modules/admission/roll/web/public/MyRequestsPage.tsx'
import type { FormLayout } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDate, formatMoney } from '#web/values/format.ts'
import { greenApplication, myDues } from '../model/application.ts'
import { greenStates } from '../model/green-channel.ts'
import { Items } from './green/Items.tsx'
import { LinesInput } from './green/LinesInput.tsx'

/** 迎新 → 绿色通道: a new student asks to enrol first and pay later. */
export default function MyGreenPage() {
  const { data } = useRead(myDues, {})
  const layout = useMemo((): FormLayout => {
    const dues = (data?.lines ?? []).flatMap(line => (line && line.owed > 0 && !line.isVoluntary ? [line] : []))
    return ['reasons', { field: 'lines', render: props => <LinesInput {...props} dues={dues} /> }, 'loanReceiptCode', 'packages', 'expectedPay', 'note', 'proofs']
  }, [data])
  return (
    <MyRequestsPage
      of={greenApplication}
      title={t('绿色通道')}
      help={t('暂时缴不上费用的，先入学，以后再缴。没有证明也可以申请；申请的内容只有审批的老师能看。')}
      ask={t('申请绿色通道')}
      states={greenStates}
      layout={layout}
      heading={row => t('申请缓缴 {{amount}}', { amount: formatMoney(row.total) })}
    >
      {row => (
        <>
          {row.until && row.deferred ? <p>{t('缓缴 {{amount}}，到 {{date}}', { amount: formatMoney(row.deferred), date: formatDate(row.until) })}</p> : null}
          <Items of={row.items} />
        </>
      )}
    </MyRequestsPage>
  )
}
