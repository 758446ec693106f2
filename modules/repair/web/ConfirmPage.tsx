import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { useView } from '#web/records/ViewSwitch.tsx'
import { formatMoney } from '#web/values/format.ts'
import { decideCharge } from '../model/dispatch-actions.ts'
import { OrderTable } from './OrderTable.tsx'

const VIEWS = {
  done: { label: '待确认', where: { state: 'done' } },
  disputed: { label: '费用待定', where: { chargeState: 'disputed' } },
  confirmed: { label: '已确认', where: { 'state.in': 'confirmed,closed' } },
} as const

/** 完工确认: what applicants have to confirm, and costs the manager decides about. */
export default function ConfirmPage() {
  const views = useView(VIEWS)
  return (
    <OrderTable
      title={t('完工确认')}
      defaultSort={['-doneAt']}
      views={views}
      rowActions={row =>
        row.chargeState === 'disputed' ? (
          <FormButton of={decideCharge} input={{ id: row.id }} note={t('{{no}} 费用 {{amount}}', { no: row.orderNo, amount: formatMoney(row.costTotal ?? 0) })} />
        ) : null
      }
    />
  )
}
