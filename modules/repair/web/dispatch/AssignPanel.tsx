import { Button, Radio } from 'antd'
import { useState } from 'react'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import type { Shown } from '#web/records/columns.ts'
import { useRead } from '#web/records/useRead.ts'
import { POOL_REASONS, UNFIT_REASONS } from '../../model/choose-worker.ts'
import { candidates, dispatchOrder } from '../../model/dispatch-actions.ts'
import type { repairOrder } from '../../model/order.ts'

interface Props {
  order: Shown<typeof repairOrder>
  repairerId?: string
  onClose: () => void
}
/** Everybody who could take the order, the best first, with what speaks against them. */
export function AssignPanel({ order, repairerId, onClose }: Props) {
  const read = useRead(candidates, { id: order.id })
  const [chosen, setChosen] = useState<string | undefined>(repairerId)
  const act = useAct(dispatchOrder, { onDone: onClose, done: t('已派单'), changes: ['workSheet'] })
  const picked = chosen ?? read.data?.find(w => !w.lacks)?.id
  return (
    <Panel
      open
      title={t('派单：{{place}} {{type}}', { place: order.place ?? '', type: order.typeName ?? '' })}
      onClose={onClose}
      footer={
        <div className="ql-acts">
          <Button onClick={onClose}>{t('取消')}</Button>
          <Button type="primary" disabled={!picked} loading={act.isPending} onClick={() => picked && act.mutate({ id: order.id, repairerId: picked })}>
            {t('派单')}
          </Button>
        </div>
      }
    >
      {act.error ? <Refused what={t('派单没有成功')} error={act.error} /> : null}
      {order.poolReason ? <p>{t(POOL_REASONS[order.poolReason])}</p> : null}
      <Loaded of={read} empty={data => (data.length ? undefined : t('还没有登记维修人员'))}>
        {data => (
          <Radio.Group className="repair-candidates" value={picked} onChange={event => setChosen(event.target.value)}>
            {data.map(w => (
              <Radio key={w.id} value={w.id}>
                {w.name} <small className="ql-quiet">{t('在手 {{open}}/{{most}}，{{n}} 分钟', { open: w.open, most: w.maxOpen, n: Math.round(w.minutes) })}</small>{' '}
                {w.isNear ? <small>{t('同楼有单')}</small> : null} {w.lacks ? <small className="repair-late">{t(UNFIT_REASONS[w.lacks])}</small> : null}
              </Radio>
            ))}
          </Radio.Group>
        )}
      </Loaded>
    </Panel>
  )
}
