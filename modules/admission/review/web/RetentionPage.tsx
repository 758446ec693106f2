import { ApprovalsLink } from '#modules/workflow/cases/web/public/ApprovalsLink.tsx'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { admissionRetention } from '../model/retention.ts'

/** 录取与入学 → 保留入学资格: who asks to keep the admission, and until when. */
export default function RetentionPage() {
  return (
    <EntityTable<typeof admissionRetention>
      of={admissionRetention}
      toolbar={<ApprovalsLink of="admissionRetention" />}
      columns={[
        { key: 'studentId', width: 120, align: 'left' },
        { key: 'departmentId', width: 160 },
        { key: 'cause', width: 120 },
        { key: 'dischargedOn', width: 120 },
        { key: 'until', width: 120 },
        { key: 'docNo', width: 160, align: 'left' },
        { key: 'state', width: 110 },
      ]}
      facts={['cause', 'until']}
      filters={['studentId', 'departmentId', 'cause', 'until', 'state']}
    />
  )
}
