import { ApprovalsLink } from '#modules/workflow/cases/web/public/ApprovalsLink.tsx'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { lateArrival } from '../model/late-arrival.ts'

/** 录取与入学 → 延期报到: who asks to arrive later. */
export default function LatePage() {
  return (
    <EntityTable<typeof lateArrival>
      of={lateArrival}
      toolbar={<ApprovalsLink of="lateArrival" />}
      columns={[
        { key: 'studentId', width: 120, align: 'left' },
        { key: 'departmentId', width: 160 },
        { key: 'until', width: 120 },
        { key: 'cause', width: 110 },
        { key: 'reason', width: 320, align: 'left' },
        { key: 'state', width: 110 },
      ]}
      facts={['until', 'cause', 'reason']}
      filters={['studentId', 'departmentId', 'until', 'cause', 'state']}
    />
  )
}
