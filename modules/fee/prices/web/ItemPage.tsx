import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { chargeItem } from '../model/charge-item.ts'

/** 缴费管理 → 收费项目. */
export default function ItemPage() {
  return (
    <EntityTable<typeof chargeItem>
      of={chargeItem}
      title={t('收费项目#many')}
      columns={[
        { key: 'code', width: 120, align: 'left' },
        { key: 'name', align: 'left' },
        { key: 'nature', width: 120 },
        { key: 'filingNo', width: 180, align: 'left' },
        { key: 'period', width: 100 },
        { key: 'merchantId', width: 160 },
        { key: 'isEnabled', width: 90 },
        { key: 'book', hidden: true },
        { key: 'refundRule', hidden: true },
        { key: 'receiptKind', hidden: true },
        { key: 'priority', hidden: true },
      ]}
      filters={['nature', 'period', 'isEnabled']}
      form={{
        layout: [
          'code',
          'name',
          'nature',
          'book',
          'filingNo',
          'period',
          'optional',
          'partial',
          'leastPart',
          'refundRule',
          'receiptKind',
          'merchantId',
          'loanCoverable',
          'priority',
          'isEnabled',
        ],
      }}
    />
  )
}
