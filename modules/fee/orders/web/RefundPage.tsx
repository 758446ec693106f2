import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { formatMoney } from '#web/values/format.ts'
import { approveRefund, payByBank, queryRefundNow, rejectRefund } from '../model/actions.ts'
import { refundOrder } from '../model/refund-order.ts'

/** 缴费管理 → 退款: asked for by one, checked by another. */
export default function RefundPage() {
  return (
    <EntityTable<typeof refundOrder>
      of={refundOrder}
      title={t('退款#many')}
      verbs={['export']}
      columns={[
        { key: 'refundNo', width: 220, align: 'left' },
        { key: 'payerName', width: 100, align: 'left' },
        { key: 'amount', width: 120 },
        { key: 'route', width: 110 },
        { key: 'state', width: 110 },
        { key: 'reason', align: 'left' },
        { key: 'createdAt', width: 160 },
        { key: 'finishedAt', width: 160 },
        { key: 'orderId', hidden: true },
        { key: 'makerId', hidden: true },
        { key: 'checkerId', hidden: true },
        { key: 'why', hidden: true },
        { key: 'slipNo', hidden: true },
      ]}
      filters={['state', 'route', 'studentId', 'finishedAt']}
      rowActions={row => (
        <>
          <ActionButton of={approveRefund} input={{ id: row.id }} confirm={t('同意退给{{name}} {{amount}}？', { name: row.payerName, amount: formatMoney(row.amount) })} />
          <FormButton of={rejectRefund} input={{ id: row.id }} danger />
          {row.route === 'bank' ? <FormButton of={payByBank} input={{ id: row.id }} /> : <ActionButton of={queryRefundNow} input={{ id: row.id }} />}
        </>
      )}
    />
  )
}
