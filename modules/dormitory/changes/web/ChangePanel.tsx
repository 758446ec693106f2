import { StudentName } from '#modules/student/web/StudentName.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { t } from '#web/i18n/index.ts'
import type { Shown } from '#web/records/columns.ts'
import { RecordDetail } from '#web/records/RecordDetail.tsx'
import { dormChange } from '../model/dorm-change.ts'
import { CHANGE_TYPES } from '../model/states.ts'
import DormChangeCase from './cases/DormChangeCase.tsx'
import style from './change.module.css'

/** Side panel of an application: the approver's card, all fields, and history. */
export default function ChangePanel({ row, onClose }: { row: Shown<typeof dormChange>; onClose: () => void }) {
  return (
    <Panel
      open
      size={720}
      title={
        <>
          <StudentName id={row.studentId}>{row.studentName}</StudentName> {t(CHANGE_TYPES[row.type])}
        </>
      }
      onClose={onClose}
    >
      <div className={style.panel}>
        <DormChangeCase bizId={row.id} caseId="" isApprover={false} />
      </div>
      <RecordDetail
        of={dormChange}
        id={row.id}
        sections={[
          { title: t('申请'), fields: ['changeNo', 'proofs', 'privateProofs', 'talkNote', 'overrideReason'] },
          { title: t('结果'), fields: ['state', 'approvedAt', 'executedAt', 'executedBy', 'endNote', 'massMoveId'] },
        ]}
      />
    </Panel>
  )
}
