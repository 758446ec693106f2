import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { openingBalance } from '../model/opening-balance.ts'

/** 缴费管理 → 期初欠费: what students owed in the former system, entered one by one or from a sheet; each is a line of the bill. */
export default function OpeningPage() {
  return (
    <EntityTable<typeof openingBalance>
      of={openingBalance}
      title={t('期初欠费')}
      verbs={['add', 'remove', 'import', 'export']}
      columns={[
        { key: 'studentId', width: 130, align: 'left' },
        { key: 'studentNo', width: 150, align: 'left' },
        { key: 'itemId', width: 150, align: 'left' },
        { key: 'xn', width: 110 },
        { key: 'amount', width: 120 },
        { key: 'dueDate', width: 120 },
        { key: 'note' },
      ]}
      filters={['studentId', 'itemId', 'xn', 'dueDate']}
    />
  )
}
