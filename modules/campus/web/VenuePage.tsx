import type { LayoutOf } from '#web/forms/layout.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { venue } from '../model/places.ts'
import { ClosedSpan, useClosing } from './ClosePlace.tsx'

const LAYOUT: LayoutOf<typeof venue> = [
  {
    fields: [
      'code',
      'name',
      'type',
      'campusId',
      { field: 'buildingId', where: (v: Readonly<Record<string, unknown>>) => ({ campusId: v.campusId as string | null }) },
      'floor',
      'departmentId',
    ],
  },
  { title: '容量', fields: ['capacity', 'examSeats', 'examLayout'] },
  { title: '使用', fields: ['bookable', 'isEnabled'] },
]

export default function VenuePage() {
  const closing = useClosing('venue')
  return (
    <>
      <EntityTable
        of={venue}
        columns={[
          'name',
          'code',
          'campusId',
          'buildingId',
          'floor',
          'type',
          'capacity',
          'examSeats',
          'departmentId',
          'bookable',
          { key: 'closedFrom', title: '停用时间', width: 190, render: row => <ClosedSpan row={row} /> },
          'isEnabled',
        ]}
        filters={['campusId', { field: 'buildingId', where: f => ({ campusId: f.campusId }) }, 'type', 'floor', 'departmentId', 'bookable', 'isEnabled']}
        form={{ layout: LAYOUT }}
        rowActions={closing.acts}
      />
      {closing.form}
    </>
  )
}
