import { InputNumber } from 'antd'
import { ArrowLeftRight } from 'lucide-react'
import { State } from '#web/feedback/State.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { DrawnInput } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { countStock, moveStock, repairMaterial, repairStock, stockMove } from '../model/material.ts'

const changes = ['repairMaterial', 'repairStock']

/** 材料: the catalogue with stocks, stores and bags, and every move. */
export default function MaterialPage() {
  const views = useView({ materials: '材料', stocks: '库存', moves: '变动' })
  const shared = { views, toolbar: moveButton() }
  if (views.view === 'stocks')
    return <EntityTable<typeof repairStock> of={repairStock} title={t('库存#many')} {...shared} columns={['materialId', 'storeName', 'qty']} filters={['materialId']} />
  if (views.view === 'moves')
    return (
      <EntityTable<typeof stockMove>
        of={stockMove}
        title={t('库存变动#many')}
        {...shared}
        columns={['createdAt', 'materialName', 'storeName', 'kind', 'amount', 'reason', { key: 'sourceType', hidden: true }]}
        filters={['kind']}
      />
    )
  return (
    <EntityTable<typeof repairMaterial>
      of={repairMaterial}
      {...shared}
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
      rowActions={row => [
        moveButton(row.id),
        <FormButton
          key="count"
          of={countStock}
          title={t('盘点：{{name}}', { name: row.name })}
          layout={[{ field: 'counts', render: props => <Counted materialId={row.id} {...props} /> }, 'holderId', 'note']}
          changes={changes}
        />,
      ]}
    />
  )
}
const moveButton = (materialId?: string) => (
  <FormButton
    key="move"
    of={moveStock}
    icon={<ArrowLeftRight size={15} />}
    layout={['kind', 'materialId', 'qty', 'holderId', 'note']}
    initial={{ kind: 'in', ...(materialId ? { materialId } : {}) }}
    changes={changes}
  />
)
function Counted({ id, value, onChange, materialId, disabled }: DrawnInput & { materialId: string }) {
  const counted = (value as Array<{ counted: number }> | null)?.[0]?.counted ?? null // set below
  return <InputNumber id={id} min={0} precision={0} disabled={disabled} value={counted} onChange={n => onChange(n === null ? null : [{ materialId, counted: n }])} />
}
