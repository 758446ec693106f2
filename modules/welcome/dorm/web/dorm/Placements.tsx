import type { ReactNode } from 'react'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { answerObjection, dormPlacement, placementStates } from '../../model/placement.ts'

/** Beds that were given, with their reasons, and objections to answer. */
export const Placements = ({ views }: { views: ReactNode }) => (
  <EntityTable<typeof dormPlacement>
    of={dormPlacement}
    title={t('宿舍认领')}
    views={views}
    columns={[
      { key: 'studentId', width: 120, align: 'left' },
      { key: 'bed', width: 200, align: 'left' },
      { key: 'reason', width: 260, align: 'left' },
      { key: 'state', width: 100 },
      { key: 'objection', width: 240, align: 'left' },
      { key: 'objectUntil', width: 160 },
      { key: 'batchId', hidden: true },
    ]}
    filters={['batchId', 'studentId', 'state', 'reason', 'studentId.departmentId', 'studentId.classId']}
    rowActions={row =>
      placementStates.allows(row, 'answer') ? [<FormButton key="answer" of={answerObjection} input={{ id: row.id }} changes={['dormPlacement']} note={row.objection} />] : []
    }
  />
)
