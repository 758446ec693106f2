import type { LayoutOf } from '#web/forms/layout.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { dormFloor } from '../model/places.ts'
import { BesideTree } from './DormTree.tsx'

const LAYOUT: LayoutOf<typeof dormFloor> = ['dormId', 'floorNo', 'name', 'genderCode', 'floorHeadId', 'isEnabled']

export default function FloorPage() {
  const [params] = useOwnParams()
  const dormId = params.get('dormId')
  return (
    <BesideTree levels="dorm">
      <EntityTable
        of={dormFloor}
        columns={[
          { key: 'name', width: 96 },
          { key: 'dormId', width: 176 },
          { key: 'floorNo', width: 84 },
          { key: 'genderCode', width: 84, hidden: true },
          { key: 'capacity', width: 84 },
          { key: 'occupied', width: 84 },
          { key: 'free', width: 84 },
          'floorHeadId',
          { key: 'isEnabled', width: 84 },
        ]}
        filters={['dormId', 'genderCode', 'isEnabled']}
        form={{ layout: LAYOUT, ...(dormId ? { initial: { dormId } } : {}) }}
      />
    </BesideTree>
  )
}
