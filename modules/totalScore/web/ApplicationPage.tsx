import { ApprovalsLink } from '#modules/workflow/cases/web/public/ApprovalsLink.tsx'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { pointApplication } from '../model/point-application.ts'

/** 加分审核: what students have applied for. */
export default function ApplicationPage() {
  return (
    <EntityTable<typeof pointApplication>
      of={pointApplication}
      title={t('加分审核')}
      toolbar={<ApprovalsLink of="pointApplication" />}
      columns={[
        { key: 'studentId', width: 110, align: 'left' },
        { key: 'studentNo', width: 150 },
        { key: 'classId', width: 130 },
        { key: 'itemId', width: 200, align: 'left' },
        { key: 'occurredOn', width: 110 },
        { key: 'total', width: 90 },
        { key: 'what', width: 240, align: 'left' },
        { key: 'state', width: 100 },
        { key: 'proofs', hidden: true },
        { key: 'departmentId', hidden: true },
      ]}
      facts={['itemId', 'total', 'occurredOn']}
      filters={['studentId', 'itemId', 'state', 'classId', 'departmentId', 'occurredOn']}
    />
  )
}
