import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { formatMoney } from '#web/values/format.ts'
import { confirmReceipt, explainDifference, OPEN_REMITTANCES, remit, remittance, returnRemittance, sendRemittance } from '../model/remittance.ts'

const VIEWS = {
  all: { label: '全部' },
  open: { label: '没有办完', where: { 'state.in': OPEN_REMITTANCES.join(',') } },
  received: { label: '已收到', where: { state: 'received' } },
} as const

/** 团费管理 → 上缴: what branches and committees hand up. Sums that differ stay open with both values. */
export default function RemittancePage() {
  const views = useView(VIEWS, { label: t('上缴#many') })
  return (
    <EntityTable<typeof remittance>
      of={remittance}
      title={t('上缴#many')}
      verbs={['export', 'remove']}
      views={views}
      toolbar={<FormButton of={remit} input={{}} type="primary" note={t('把这个计划里已经收到、还没有上缴的团费合在一起。')} done={t('已记下，请登记金额和凭证')} />}
      columns={[
        { key: 'fromId', align: 'left' },
        { key: 'toId', width: 160, align: 'left' },
        { key: 'planId', width: 180, align: 'left' },
        { key: 'collected', width: 120 },
        { key: 'due', width: 120 },
        { key: 'amount', width: 120 },
        { key: 'received', width: 120 },
        { key: 'difference', width: 110 },
        { key: 'state', width: 100 },
        { key: 'dueShare', hidden: true },
        { key: 'sentAt', hidden: true },
        { key: 'sentById', hidden: true },
        { key: 'receivedAt', hidden: true },
        { key: 'receivedById', hidden: true },
        { key: 'explainedById', hidden: true },
        { key: 'note', hidden: true },
      ]}
      filters={['planId', 'fromId', 'state']}
      rowActions={row => [
        <FormButton key="send" of={sendRemittance} input={{ id: row.id }} initial={{ amount: row.due }} />,
        row.explainedById && row.received !== null ? (
          <ActionButton
            key="agree"
            of={confirmReceipt}
            input={{ id: row.id, received: row.received }}
            confirm={t('上缴 {{sent}}，实收 {{received}}：{{note}}', { sent: formatMoney(row.amount ?? 0), received: formatMoney(row.received), note: row.note ?? '' })}
          />
        ) : (
          <FormButton key="confirm" of={confirmReceipt} input={{ id: row.id }} initial={{ received: row.amount ?? row.due }} />
        ),
        row.difference !== null && <FormButton key="explain" of={explainDifference} input={{ id: row.id }} note={t('写明差额的原因，由另一人确认。')} />,
        <FormButton key="return" of={returnRemittance} input={{ id: row.id }} danger />,
      ]}
    />
  )
}
