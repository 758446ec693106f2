import { MyApplication } from '#modules/workflow/applications/web/public/MyApplication.tsx'
import { t } from '#web/i18n/index.ts'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatMoney } from '#web/values/format.ts'
import { campusApplication } from '../model/campus-application.ts'
import { loanStates } from '../model/loan-states.ts'

/** Own applications for campus-based loans, until the bank has agreed. */
export function CampusCards() {
  const [params] = useOwnParams()
  const { data = [] } = useRead(campusApplication.mine, {})
  return data.map(row => (
    <MyApplication
      key={row.id}
      of={campusApplication}
      row={row}
      at={{ isNamed: params.get('id') === row.id }}
      label={t('{{xn}} 校园地贷款申请', { xn: row.xn })}
      title={t('{{xn}} 校园地贷款申请', { xn: row.xn })}
      states={loanStates}
      apply="/loan/apply"
      changes={['creditLoan']}
    >
      <p>{formatMoney(row.approved)}</p>
      {row.note ? <p className="ql-help">{row.note}</p> : null}
    </MyApplication>
  ))
}
