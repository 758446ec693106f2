import type { LayoutOf } from '#web/forms/layout.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { building } from '../model/places.ts'
import { ClosedSpan, useClosing } from './ClosePlace.tsx'

const LAYOUT: LayoutOf<typeof building> = [
  { fields: ['code', 'name', 'campusId', 'usage', 'floors', 'basements', 'hasLift', 'managerId'] },
  { title: '位置', fields: ['lng', 'lat'] },
  'isEnabled',
]

export default function BuildingPage() {
  const closing = useClosing('building')
  return (
    <>
      <EntityTable
        of={building}
        columns={[
          'name',
          'code',
          'campusId',
          'usage',
          'floors',
          'basements',
          'managerId',
          { key: 'closedFrom', title: '停用时间', width: 190, render: row => <ClosedSpan row={row} /> },
          'isEnabled',
        ]}
        filters={['campusId', 'usage', 'managerId', 'isEnabled']}
        form={{ layout: LAYOUT }}
        rowActions={closing.acts}
      />
      {closing.form}
    </>
  )
}
