import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { chargeStandard } from '../model/charge-standard.ts'

/** 缴费管理 → 收费标准. */
export default function StandardPage() {
  return (
    <EntityTable<typeof chargeStandard>
      of={chargeStandard}
      title={t('收费标准#many')}
      columns={[
        { key: 'itemId', width: 150, align: 'left' },
        { key: 'xn', width: 120 },
        { key: 'gradeFrom', width: 90 },
        { key: 'gradeTo', width: 90 },
        { key: 'departmentId', width: 160 },
        { key: 'majorId', width: 160 },
        { key: 'educationLevel', width: 120 },
        { key: 'buildingId', width: 140 },
        { key: 'roomType', width: 150 },
        { key: 'amount', width: 130 },
        { key: 'published', width: 90 },
      ]}
      filters={['itemId', 'xn', 'departmentId', 'majorId', 'educationLevel', 'roomType']}
      form={{
        layout: [
          'itemId',
          'xn',
          'gradeFrom',
          'gradeTo',
          'campusId',
          'departmentId',
          'majorId',
          'educationLevel',
          'studentCategory',
          'buildingId',
          'roomType',
          'amount',
          'perCredit',
          'docFiles',
          'published',
        ],
      }}
    />
  )
}
