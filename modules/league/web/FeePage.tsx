import { ActionButton } from '#web/forms/ActionButton.tsx'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { leagueFee } from '../model/fee.ts'
import { remindUnpaid } from '../model/fee-actions.ts'
import { monthsText } from './labels.ts'

/** 团费管理 → 团费台账: what each member owes and has paid, and who paid. */
export default function FeePage() {
  return (
    <EntityTable<typeof leagueFee>
      of={leagueFee}
      title={t('团费台账')}
      verbs={['export']}
      columns={[
        { key: 'studentId', width: 110, align: 'left' },
        { key: 'studentNo', width: 140, align: 'left' },
        { key: 'branchId', align: 'left' },
        { key: 'fromMonth', title: t('月份'), width: 170, render: monthsText },
        { key: 'amount', width: 110 },
        { key: 'paid', width: 110 },
        { key: 'state', width: 100 },
        { key: 'kind', width: 100 },
        { key: 'dueDate', hidden: true },
        { key: 'ground', hidden: true },
        { key: 'paidAt', hidden: true },
        { key: 'paidById', hidden: true },
        { key: 'planId', hidden: true },
      ]}
      filters={['planId', 'branchId', 'state', 'kind', 'studentId', 'paidAt']}
      rowActions={row => <ActionButton of={remindUnpaid} input={{ ids: [row.id] }} done={t('已提醒')} />}
      batchActions={rows => <ActionButton of={remindUnpaid} input={{ ids: rows.map(r => r.id) }} done={t('已提醒')} />}
    />
  )
}
