import { useState } from 'react'
import { PlacedButton } from '#web/feedback/PlacedButton.tsx'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { useCan } from '#web/session/useCan.ts'
import { enterReceipt } from '../model/actions.ts'
import { loanReceipt, receiptStates } from '../model/receipt.ts'
import { ReceiptPanel } from './ReceiptPanel.tsx'

const VIEWS = {
  toEnter: { label: '待录入', where: { state: ['toEnter', 'late'] } },
  all: { label: '全部' },
} as const
/** 助学贷款 → 回执录入: the queue, the nearest deadline first. */
export default function ReceiptPage() {
  const may = useCan(enterReceipt.permission)
  const [id, setId] = useState<string>()
  return (
    <>
      <EntityTable<typeof loanReceipt>
        of={loanReceipt}
        title={t('回执录入')}
        verbs={['export']}
        views={useView(VIEWS)}
        columns={[
          { key: 'studentId', title: t('学生'), width: 110, align: 'left' },
          { key: 'studentNo', width: 130 },
          { key: 'deadline', width: 120 },
          { key: 'proof', width: 160 },
          { key: 'state', width: 100 },
          { key: 'heldById', width: 110 },
          { key: 'checkCode', width: 110 },
          { key: 'owedConfirmed', width: 120 },
          { key: 'enteredOn', width: 120 },
          { key: 'officerId', width: 100 },
          { key: 'note', width: 180, align: 'left' },
          { key: 'heldUntil', hidden: true },
          { key: 'loanId', hidden: true },
        ]}
        facts={['deadline', 'proof']}
        filters={['studentId', 'deadline', 'state']}
        rowActions={row =>
          may && receiptStates.allows(row, 'take') ? (
            <PlacedButton type="primary" onClick={() => setId(row.id)}>
              {t('录入')}
            </PlacedButton>
          ) : null
        }
      />
      {id ? <ReceiptPanel key={id} id={id} onClose={() => setId(undefined)} /> : null}
    </>
  )
}
