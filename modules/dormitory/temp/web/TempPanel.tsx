import { StudentName } from '#modules/student/web/StudentName.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { t } from '#web/i18n/index.ts'
import type { Shown } from '#web/records/columns.ts'
import { RecordDetail } from '#web/records/RecordDetail.tsx'
import { tempLocation } from '../model/temp-location.ts'
import TempLocationCase from './cases/TempLocationCase.tsx'
import { nightsText } from './labels.ts'
import style from './public/temp.module.css'

/** Side panel of an application: the approver's card, all fields, and history. */
export default function TempPanel({ row, onClose }: { row: Shown<typeof tempLocation>; onClose: () => void }) {
  return (
    <Panel
      open
      size={720}
      title={
        <>
          <StudentName id={row.studentId}>{row.studentName}</StudentName> {`${t('临时外宿')} ${nightsText(row.nights)}`}
        </>
      }
      onClose={onClose}
    >
      <div className={style.panel}>
        <TempLocationCase bizId={row.id} caseId="" isApprover={false} />
      </div>
      <RecordDetail
        of={tempLocation}
        id={row.id}
        sections={[
          { title: t('申请'), fields: ['tempNo', 'reason', 'proofs', 'address', 'companion', 'contactName', 'contactPhone'] },
          { title: t('结果'), fields: ['state', 'approvedAt', 'backAt', 'actualNights', 'backWay', 'backNote', 'cancelReason'] },
        ]}
      />
    </Panel>
  )
}
