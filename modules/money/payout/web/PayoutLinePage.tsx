import { FormButton } from '#web/forms/FormButton.tsx'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { holdLine } from '../model/actions.ts'
import { payoutLine } from '../model/payout.ts'

/** 资金管理 → 发放明细: who is paid how much by which list, and what became of it. */
export default function PayoutLinePage() {
  return (
    <EntityTable<typeof payoutLine>
      of={payoutLine}
      verbs={['export']}
      columns={[
        { key: 'listId', width: 180, align: 'left' },
        { key: 'seq', width: 70 },
        { key: 'studentNo', width: 130 },
        { key: 'studentId', width: 110 },
        { key: 'what', align: 'left' },
        { key: 'amount', width: 110 },
        { key: 'lastFour', width: 80 },
        { key: 'state', width: 100 },
        { key: 'heldFor', width: 140 },
        { key: 'failReason', align: 'left' },
        { key: 'paidOn', width: 120 },
      ]}
      filters={['listId', 'state', 'heldFor', 'studentId']}
      rowActions={row => <FormButton of={holdLine} input={{ id: row.id }} />}
    />
  )
}
