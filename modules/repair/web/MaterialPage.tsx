import { Button, InputNumber } from 'antd'
import { ArrowLeftRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { State } from '#web/feedback/State.tsx'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import type { DrawnInput } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView, ViewSwitch } from '#web/records/ViewSwitch.tsx'
import { useCan } from '#web/session/useCan.ts'
import { countStock, moveStock, repairMaterial, repairStock, stockMove } from '../model/material.ts'
import { KEEP } from '../model/permissions.ts'
import { WorkerSelect } from './WorkerSelect.tsx'
import './repair.css'

const holder = { field: 'holderId', render: (props: DrawnInput) => <WorkerSelect {...props} /> }

/** 材料: the catalogue with stocks, stores and bags, and every move. */
export default function MaterialPage() {
  const views = useView({ materials: '材料', stocks: '库存', moves: '变动' })
  const { view } = views
  const [material, setMaterial] = useState<string | null>()
  const [counting, setCounting] = useState<{ id: string; name: string }>()
  const mayKeep = useCan(KEEP)
  const toolbar = mayKeep ? (
    <Button icon={<ArrowLeftRight size={15} />} onClick={() => setMaterial(null)}>
      {t('出入库')}
    </Button>
  ) : null
  return (
    <>
      {view === 'materials' ? <Materials views={<ViewSwitch of={views} />} toolbar={toolbar} mayKeep={mayKeep} onMove={setMaterial} onCount={setCounting} /> : null}
      {view === 'stocks' ? (
        <EntityTable<typeof repairStock>
          of={repairStock}
          title={t('库存#many')}
          views={<ViewSwitch of={views} />}
          toolbar={toolbar}
          columns={['materialId', 'storeName', 'qty']}
          filters={['materialId']}
        />
      ) : null}
      {view === 'moves' ? (
        <EntityTable<typeof stockMove>
          of={stockMove}
          title={t('库存变动#many')}
          views={<ViewSwitch of={views} />}
          toolbar={toolbar}
          columns={['createdAt', 'materialName', 'storeName', 'kind', 'amount', 'reason', { key: 'sourceType', hidden: true }]}
          filters={['kind']}
        />
      ) : null}
      {material === undefined ? null : (
        <ActionForm
          of={moveStock}
          layout={['kind', 'materialId', 'qty', holder, 'note']}
          initial={{ kind: 'in', ...(material ? { materialId: material } : {}) }}
          changes={['repairMaterial', 'repairStock']}
          onClose={() => setMaterial(undefined)}
        />
      )}
      {counting ? <Count of={counting} onClose={() => setCounting(undefined)} /> : null}
    </>
  )
}
interface ListProps {
  views: ReactNode
  toolbar: ReactNode
  mayKeep: boolean
  onMove: (id: string) => void
  onCount: (row: { id: string; name: string }) => void
}
const Materials = ({ views, toolbar, mayKeep, onMove, onCount }: ListProps) => (
  <EntityTable<typeof repairMaterial>
    of={repairMaterial}
    views={views}
    toolbar={toolbar}
    columns={[
      'code',
      'name',
      'spec',
      'unit',
      'price',
      { key: 'stock', width: 120, render: row => <State tone={(row.stock ?? 0) < (row.minStock ?? 0) ? 'refused' : 'done'}>{row.stock}</State> },
      'inBags',
      'minStock',
      'chargeable',
      'isEnabled',
    ]}
    filters={['isEnabled', 'chargeable']}
    rowActions={row => [mayKeep && { label: t('出入库'), onClick: () => onMove(row.id) }, mayKeep && { label: t('盘点'), onClick: () => onCount(row) }]}
  />
)
function Count({ of, onClose }: { of: { id: string; name: string }; onClose: () => void }) {
  return (
    <ActionForm
      of={countStock}
      title={t('盘点：{{name}}', { name: of.name })}
      layout={[{ field: 'counts', render: props => <Counted materialId={of.id} {...props} /> }, holder, 'note']}
      changes={['repairMaterial', 'repairStock']}
      onClose={onClose}
    />
  )
}
function Counted({ id, value, onChange, materialId, disabled }: DrawnInput & { materialId: string }) {
  const counted = (value as Array<{ counted: number }> | null)?.[0]?.counted ?? null // set below
  return <InputNumber id={id} min={0} precision={0} disabled={disabled} value={counted} onChange={n => onChange(n === null ? null : [{ materialId, counted: n }])} />
}
