import { useState } from 'react'
import { ActionForm } from '#web/forms/ActionForm.tsx'
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
  const [deciding, setDeciding] = useState<{ id: string; orderNo: string; costTotal: number | null }>()
  return (
    <>
      <OrderTable
        key={view}
        title={t('完工确认')}
        where={WHERE[view]}
        defaultSort={['-doneAt']}
        views={<ViewSwitch of={views} />}
        rowActions={row => [row.chargeState === 'disputed' && { label: t('决定费用'), onClick: () => setDeciding(row), of: decideCharge }]}
      />
      {deciding ? (
        <ActionForm
          of={decideCharge}
          input={{ id: deciding.id }}
          onClose={() => setDeciding(undefined)}
          note={<p className="ql-help">{t('{{no}} 费用 {{amount}}', { no: deciding.orderNo, amount: formatMoney(deciding.costTotal ?? 0) })}</p>}
        />
      ) : null}
    </>
  )
}
