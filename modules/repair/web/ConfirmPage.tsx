import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { useView, ViewSwitch } from '#web/records/ViewSwitch.tsx'
import { formatMoney } from '#web/values/format.ts'
import { decideCharge } from '../model/dispatch-actions.ts'
import { OrderTable } from './OrderTable.tsx'
import './repair.css'

const WHERE = { done: { state: 'done' }, disputed: { chargeState: 'disputed' }, confirmed: { 'state.in': 'confirmed,closed' } } as const

/** 完工确认: what applicants have to confirm, and costs the manager decides about. */
export default function ConfirmPage() {
  const views = useView({ done: '待确认', disputed: '费用待定', confirmed: '已确认' })
  const { view } = views
  return (
    <OrderTable
      key={view}
      title={t('完工确认')}
      where={WHERE[view]}
      defaultSort={['-doneAt']}
      views={<ViewSwitch of={views} />}
      rowActions={row =>
        row.chargeState === 'disputed' ? (
          <FormButton of={decideCharge} input={{ id: row.id }} note={t('{{no}} 费用 {{amount}}', { no: row.orderNo, amount: formatMoney(row.costTotal ?? 0) })} />
        ) : null
      }
    />
  )
}
