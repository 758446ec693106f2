import { EntityTable } from '#web/records/EntityTable.tsx'
import { debitLine } from '../model/debit.ts'

/** 缴费管理 → 代扣明细: from whom how much is collected, and what became of it. */
export default function DebitLinePage() {
  return (
    <EntityTable<typeof debitLine>
      of={debitLine}
      verbs={['export']}
      columns={[
        { key: 'batchId', width: 180, align: 'left' },
        { key: 'seq', width: 70 },
        { key: 'studentId', width: 110 },
        { key: 'holderName', width: 110 },
        { key: 'bankName', width: 130 },
        { key: 'lastFour', width: 80 },
        { key: 'amount', width: 110 },
        { key: 'state', width: 100 },
        { key: 'failReason', align: 'left' },
        { key: 'orderId', hidden: true },
      ]}
      filters={['batchId', 'state', 'studentId']}
    />
  )
}
