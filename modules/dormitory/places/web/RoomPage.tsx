import { PlacedButton } from '#web/feedback/PlacedButton.tsx'
import type { LayoutOf } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { dormRoom } from '../model/places.ts'
import { BesideTree } from './DormTree.tsx'
import { Incomplete } from './Incomplete.tsx'
import { ClosedSpan, useRoomActs } from './RoomActs.tsx'

const TONES = { normal: 'done', repair: 'attention', closed: 'over' } as const

/** Rooms with occupancy; row actions close rooms and set the head. */
export default function RoomPage() {
  const [params] = useOwnParams()
  const [dormId, floorId] = [params.get('dormId'), params.get('floorId')]
  const acts = useRoomActs()
  const layout: LayoutOf<typeof dormRoom> = [
    { fields: [{ field: 'floorId', where: () => ({ dormId }) }, 'roomNo', 'roomType', 'usage', 'departmentId'] },
    { title: '条件', fields: ['genderCode', 'hasBathroom', 'hasAircon', 'accessible', 'orientation'] },
    { title: '使用', fields: ['state', 'isEnabled'] },
  ]
  return (
    <BesideTree levels="floor">
      <EntityTable
        of={dormRoom}
        columns={[
          { key: 'roomNo', width: 88 },
          { key: 'floorId', width: 190 },
          { key: 'lodgingGender', title: '性别', width: 72 },
          { key: 'capacity', width: 72 },
          { key: 'occupied', width: 72 },
          { key: 'free', width: 72 },
          { key: 'state', width: 96, tones: TONES },
          { key: 'roomType', width: 168 },
          { key: 'usage', width: 96 },
          { key: 'departmentId', width: 140 },
          { key: 'headStudentId', width: 96 },
          { key: 'closedFrom', title: '停用时间', width: 160, render: row => <ClosedSpan row={row} /> },
          { key: 'isEnabled', width: 72 },
        ]}
        filters={[
          'dormId',
          { field: 'floorId', where: f => ({ dormId: f.dormId }) },
          'roomType',
          { field: 'lodgingGender', title: '性别' },
          'state',
          'usage',
          'departmentId',
          'isEnabled',
        ]}
        form={{ layout, ...(floorId ? { initial: { floorId } } : {}) }}
        toolbar={<Incomplete />}
        rowActions={acts.row}
        batchActions={(rows, clear) => (acts.close ? <PlacedButton onClick={() => acts.close?.(rows, clear)}>{t('停用 {{n}} 间', { n: rows.length })}</PlacedButton> : null)}
      />
      {acts.forms}
    </BesideTree>
  )
}
