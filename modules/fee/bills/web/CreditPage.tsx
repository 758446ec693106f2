import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { giveBackCredit } from '../model/adjustment.ts'
import { payerCredit } from '../model/bill-line.ts'

/** 缴费管理 → 预存: surplus of payers, waiting for a refund or the next bill. */
export default function CreditPage() {
  return (
    <EntityTable<typeof payerCredit>
      of={payerCredit}
      title={t('预存')}
      verbs={['export']}
      where={{ 'balance.ge': 1 }}
      columns={[
        { key: 'payerName', width: 130, align: 'left' },
        { key: 'studentNo', width: 150, align: 'left' },
        { key: 'payerType', width: 110 },
        { key: 'origin', width: 110 },
        { key: 'book', width: 110 },
        { key: 'balance' },
      ]}
      filters={['studentId', 'origin', 'book']}
      rowActions={row =>
        row.origin === 'own' ? null : (
          <FormButton
            of={giveBackCredit}
            input={{ creditId: row.id }}
            initial={{ amount: row.balance }}
            layout={row.origin === 'aid' ? ['amount', 'fundId', 'reason'] : ['amount', 'reason']}
            changes={['adjustment']}
            note={t('由另一人复核后才退还；在“调账”里可以看到。')}
          />
        )
      }
    />
  )
}
