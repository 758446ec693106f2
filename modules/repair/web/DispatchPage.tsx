import { useState } from 'react'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import type { Shown } from '#web/records/columns.ts'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { useView } from '#web/records/ViewSwitch.tsx'
import { dispatchAgain, dispatchBoard, mergeOrder, rejectOrder, setUrgency } from '../model/dispatch-actions.ts'
import { OPEN_ORDER, type repairOrder, UNASSIGNED } from '../model/order.ts'
import { AssignPanel } from './dispatch/AssignPanel.tsx'
import { Buildings } from './dispatch/Buildings.tsx'
import style from './dispatch/dispatch.module.css'
import { Loads } from './dispatch/Loads.tsx'
import { OrderTable } from './OrderTable.tsx'

type Order = Shown<typeof repairOrder>
const VIEWS = { pool: { label: '待派', where: { 'state.in': UNASSIGNED.join(',') } }, open: { label: '未完工', where: { 'state.in': OPEN_ORDER.join(',') } } } as const
const EVERY = 30_000

export const about: PageFile['about'] = () => ({
  use: t('学生报修的单子派给哪个维修工，现在修到哪一步。'),
  who: t('后勤派单员；宿管能看到自己楼的。'),
  first: t('先派超时和紧急的。同一间房的几张单可以合在一起派；派错了可以改派。'),
})
/** 派单: what waits for a person, where, and who has how much in hand. An order is given by its panel, or dragged onto a worker. */
export default function DispatchPage() {
  const [params, , put] = useOwnParams()
  const views = useView(VIEWS)
  const buildingId = params.get('buildingId')
  const board = useRead(dispatchBoard, {}, { every: EVERY })
  const [assigning, setAssigning] = useState<{ order: Order; repairerId?: string }>()
  const [dragged, setDragged] = useState<Order>()
  return (
    <Stack>
      <OrderTable
        key={buildingId}
        title={t('派单')}
        where={buildingId ? { buildingId } : {}}
        defaultSort={['dueFinish']}
        views={views}
        lead={
          <Loaded of={board} lines={2}>
            {data => <Buildings of={data.buildings} chosen={buildingId} onChoose={id => put({ buildingId: id })} />}
          </Loaded>
        }
        rowActions={row => [
          <button
            key="drag"
            type="button"
            className={`ql-link ${style.grip}`}
            draggable
            onDragStart={() => setDragged(row)}
            onDragEnd={() => setDragged(undefined)}
            onClick={() => setAssigning({ order: row })}
          >
            {t('派单')}
          </button>,
          <FormButton key="urgency" of={setUrgency} input={{ id: row.id }} initial={{ urgencyId: row.urgencyId }} />,
          row.pooledAt !== null && <ActionButton key="again" of={dispatchAgain} input={{ id: row.id }} />,
          <FormButton key="merge" of={mergeOrder} input={{ id: row.id }} note={t('{{no}} 的报修人照样收到进展，也可以评价。', { no: row.orderNo })} />,
          <FormButton key="reject" of={rejectOrder} input={{ id: row.id }} danger />,
        ]}
      />
      <Loaded of={board} lines={6}>
        {data => <Loads workers={data.workers} isTarget={dragged !== undefined} onDrop={repairerId => dragged && setAssigning({ order: dragged, repairerId })} />}
      </Loaded>
      {assigning ? <AssignPanel {...assigning} onClose={() => setAssigning(undefined)} /> : null}
    </Stack>
  )
}
