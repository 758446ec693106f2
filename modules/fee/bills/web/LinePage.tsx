import { collegeFilter } from '#modules/campus/web/grades.ts'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { billLine } from '../model/bill-line.ts'

/** 缴费管理 → 应缴台账. */
export default function LinePage() {
  return (
    <EntityTable<typeof billLine>
      of={billLine}
      title={t('应缴台账')}
      verbs={['export']}
      columns={[
        { key: 'payerName', width: 110, align: 'left' },
        { key: 'studentNo', width: 140, align: 'left' },
        { key: 'itemId', width: 140, align: 'left' },
        { key: 'xn', width: 110 },
        { key: 'charged', width: 120 },
        { key: 'reduced', width: 110 },
        { key: 'paid', width: 120 },
        { key: 'offset', width: 110 },
        { key: 'owed', width: 120 },
        { key: 'dueDate', width: 120 },
        { key: 'state', width: 110 },
      ]}
      filters={['studentId', collegeFilter, 'itemId', 'xn', 'dueDate']}
    />
  )
}
