import { Button } from 'antd'
import { Hammer } from 'lucide-react'
import { Suspense, useState } from 'react'
import { collegeFilter } from '#modules/campus/web/grades.ts'
import { lazily } from '#web/base/chunk.ts'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useView } from '#web/records/ViewSwitch.tsx'
import { useCan } from '#web/session/useCan.ts'
import { dormDamage } from '../model/damage.ts'
import { recordDamage } from '../model/damage-actions.ts'
import { DamageForm } from './public/DamageForm.tsx'

const DamagePanel = lazily(() => import('./DamagePanel.tsx'))
const VIEWS = {
  all: { label: '全部' },
  told: { label: '异议期', where: { state: 'told' } },
  objected: { label: '有异议', where: { state: 'objected' } },
  charged: { label: '应赔偿', where: { state: 'charged' } },
} as const

/** 宿舍管理 → 损坏赔偿: damages, shares and objections. */
export default function DamagePage() {
  const [params, , put] = useOwnParams()
  const [isRecording, setRecording] = useState(false)
  const mayRecord = useCan(recordDamage.permission)
  const mayHouses = useCan('dormitory:dormBuilding:list')
  const views = useView(VIEWS, { label: t('损坏赔偿') })
  const id = params.get('damage')
  return (
    <>
      <EntityTable<typeof dormDamage>
        of={dormDamage}
        title={t('损坏赔偿#many')}
        verbs={['export']}
        views={views}
        toolbar={
          mayRecord ? (
            <Button type="primary" icon={<Hammer size={16} />} onClick={() => setRecording(true)}>
              {t(recordDamage.label)}
            </Button>
          ) : null
        }
        columns={[
          { key: 'damageNo', width: 170, align: 'left' },
          { key: 'item', width: 160, align: 'left' },
          { key: 'studentId', width: 110 },
          { key: 'roomId', width: 190 },
          { key: 'at', width: 168 },
          { key: 'amount', width: 110 },
          { key: 'paid', width: 110 },
          { key: 'state', width: 120 },
          { key: 'dueOn', width: 130 },
          { key: 'total', hidden: true },
          { key: 'sharers', hidden: true },
          { key: 'sourceType', hidden: true },
          { key: 'classId', hidden: true },
          { key: 'departmentId', hidden: true },
        ]}
        filters={['studentId', 'state', ...(mayHouses ? ['dormId'] : []), 'at', collegeFilter, 'classId', 'sourceType']}
        onOpen={row => put({ damage: row.id })}
      />
      <Suspense>{id ? <DamagePanel key={id} id={id} onClose={() => put({ damage: undefined })} /> : null}</Suspense>
      {isRecording ? <DamageForm onClose={() => setRecording(false)} /> : null}
    </>
  )
}
