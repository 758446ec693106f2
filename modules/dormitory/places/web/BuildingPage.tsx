import { Button } from 'antd'
import { Layers } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { lazily } from '#web/base/chunk.ts'
import type { DrawnInput, LayoutOf } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useCan } from '#web/session/useCan.ts'
import { generateRooms } from '../model/actions.ts'
import { dormBuilding } from '../model/places.ts'
import { BesideTree } from './DormTree.tsx'
import { FenceInput } from './FenceInput.tsx'

const GeneratePanel = lazily(() => import('./Generate.tsx').then(m => ({ default: m.GeneratePanel })))
const LAYOUT: LayoutOf<typeof dormBuilding> = [
  {
    fields: [{ field: 'buildingId', where: () => ({ usage: 'dormitory' }) }, 'code', 'name', 'genderRule', 'managerIds', 'dutyPhone'],
  },
  { title: '夜间', fields: ['curfewProfileId', 'gateMode', { field: 'fence', render: (props: DrawnInput) => <FenceInput {...props} /> }, 'holidayShared'] },
  { title: '显示', fields: ['sort', 'isEnabled'] },
]
const DETAIL = [
  { fields: ['name', 'code', 'campusId', 'buildingId', 'genderRule', 'managerIds', 'dutyPhone', 'isEnabled'] },
  { title: '床位', fields: ['capacity', 'occupied', 'free'] },
  { title: '夜间', fields: ['curfewProfileId', 'gateMode', 'holidayShared'] },
]
/** Dormitories in the reader's scope, with occupancy. */
export default function BuildingPage() {
  const [generating, setGenerating] = useState<{ dormId?: string }>()
  const mayGenerate = useCan(generateRooms.permission)
  return (
    <BesideTree levels="campus">
      <EntityTable
        of={dormBuilding}
        columns={[
          { key: 'name', width: 132 },
          { key: 'campusId', width: 116 },
          { key: 'genderRule', width: 84 },
          { key: 'capacity', width: 84 },
          { key: 'occupied', width: 84 },
          { key: 'free', width: 84 },
          { key: 'managerIds', width: 140 },
          { key: 'dutyPhone', width: 132 },
          { key: 'gateMode', width: 104 },
          { key: 'code', width: 84 },
          { key: 'isEnabled', width: 84 },
        ]}
        filters={['campusId', 'genderRule', 'gateMode', 'curfewProfileId', 'isEnabled']}
        form={{ layout: LAYOUT }}
        detail={{ sections: DETAIL }}
        toolbar={
          mayGenerate ? (
            <Button icon={<Layers size={15} />} onClick={() => setGenerating({})}>
              {t('成批生成')}
            </Button>
          ) : null
        }
        rowActions={row => [
          <Link key="map" to={`/dormitory/map?dormId=${row.id}`}>
            {t('房态图')}
          </Link>,
          ...(mayGenerate ? [{ label: t('成批生成'), onClick: () => setGenerating({ dormId: row.id }) }] : []),
        ]}
      />
      <Suspense>{generating ? <GeneratePanel dormId={generating.dormId} onClose={() => setGenerating(undefined)} /> : null}</Suspense>
    </BesideTree>
  )
}
