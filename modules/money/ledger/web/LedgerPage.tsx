import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { ledgerEntry } from '../model/ledger-entry.ts'

/** 资金管理 → 资金台账: every movement of money, of all books. */
export default function LedgerPage() {
  return (
    <EntityTable<typeof ledgerEntry>
      of={ledgerEntry}
      title={t('资金台账')}
      verbs={['export']}
      columns={[
        { key: 'bizDate', width: 120, align: 'left' },
        { key: 'entryNo', width: 190, align: 'left' },
        { key: 'book', width: 110 },
        { key: 'kind', width: 110 },
        { key: 'amount', width: 130 },
        { key: 'accountKey', width: 240, align: 'left' },
        { key: 'studentId', title: t('学生'), width: 100 },
        { key: 'operatorId', width: 110 },
        { key: 'reason', align: 'left' },
        { key: 'makerId', hidden: true },
        { key: 'createdAt', hidden: true },
      ]}
      filters={['book', 'kind', 'studentId', 'bizDate', 'accountKey', 'operatorId']}
    />
  )
}
