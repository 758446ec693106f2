import { FormButton } from '#web/forms/FormButton.tsx'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { recordCallBack } from '../model/dispatch-actions.ts'
import { repairScore } from '../model/score.ts'
import { Course } from './Course.tsx'

/** 评价: evaluation scores; low ones are called back. */
export default function ScorePage() {
  return (
    <EntityTable<typeof repairScore>
      of={repairScore}
      columns={[
        'orderId',
        'repairerId',
        'mean',
        'speed',
        'quality',
        'manner',
        'tidy',
        { key: 'text', width: 240 },
        { key: 'raterId', title: '评价人' },
        'calledBackAt',
        'createdAt',
      ]}
      filters={['repairerId', { field: 'mean' }, 'createdAt']}
      detail={{ extra: row => <Course id={row.orderId} /> }}
      rowActions={row => (row.calledBackAt === null ? <FormButton of={recordCallBack} input={{ id: row.id }} /> : null)}
    />
  )
}
