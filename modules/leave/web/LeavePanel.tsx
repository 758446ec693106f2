import { StudentName } from '#modules/student/web/StudentName.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { t } from '#web/i18n/index.ts'
import type { Shown } from '#web/records/columns.ts'
import { RecordDetail } from '#web/records/RecordDetail.tsx'
import { leave } from '../model/leave.ts'
import LeaveCase from './cases/LeaveCase.tsx'
import { daysText } from './labels.ts'

/** Side panel of a leave: the approver's card, all fields, and history. */
export default function LeavePanel({ row, onClose }: { row: Shown<typeof leave>; onClose: () => void }) {
  return (
    <Panel
      open
      size={720}
      title={
        <>
          <StudentName id={row.studentId}>{row.studentName}</StudentName> {`${t(row.typeName ?? '')} ${daysText(row.days)}`}
        </>
      }
      onClose={onClose}
    >
      <LeaveCase bizId={row.id} caseId="" isApprover={false} />
      <RecordDetail
        of={leave}
        id={row.id}
        sections={[
          {
            title: t('申请'),
            fields: ['leaveNo', 'applyWay', 'approvedByPhone', 'reason', 'privateReason', 'proofs', 'privateProofs', 'proofDueOn', 'contactName', 'contactPhone', 'address'],
          },
          { title: t('结果'), fields: ['state', 'approvedAt', 'backAt', 'backWay', 'backNote', 'actualDays', 'cancelReason'] },
        ]}
      />
    </Panel>
  )
}
