import { Radio } from 'antd'
import { useEffect } from 'react'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import type { DrawnInput } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
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
/** Gives an order to a worker. */
export const AssignPanel = ({ order, repairerId, onClose }: Props) => (
  <ActionForm
    of={dispatchOrder}
    title={t('派单：{{place}} {{type}}', { place: order.place ?? '', type: order.typeName ?? '' })}
    note={order.poolReason ? t(POOL_REASONS[order.poolReason]) : null}
    input={{ id: order.id }}
    initial={repairerId ? { repairerId } : {}}
    layout={[{ field: 'repairerId', render: props => <Candidates {...props} orderId={order.id} /> }, 'note']}
    done={t('已派单')}
    changes={['workSheet']}
    onClose={onClose}
  />
)
/** Everybody who could take the order, the best first and chosen, with what speaks against them. */
function Candidates({ value, onChange, disabled, orderId }: DrawnInput & { orderId: string }) {
  const read = useRead(candidates, { id: orderId })
  const best = read.data?.find(w => !w.lacks)?.id
  useEffect(() => {
    if (!value && best) onChange(best)
  }, [value, best, onChange])
  return (
    <Loaded of={read} empty={data => (data.length ? undefined : t('还没有登记维修人员'))}>
      {data => (
        <Radio.Group disabled={disabled} value={value} onChange={event => onChange(event.target.value)}>
          <Stack gap={3}>
            {data.map(w => (
              <Radio key={w.id} value={w.id}>
                {w.name} <small className="ql-quiet">{t('在手 {{open}}/{{most}}，{{n}} 分钟', { open: w.open, most: w.maxOpen, n: Math.round(w.minutes) })}</small>{' '}
                {w.isNear ? <small>{t('同楼有单')}</small> : null} {w.lacks ? <small className="ql-danger">{t(UNFIT_REASONS[w.lacks])}</small> : null}
              </Radio>
            ))}
          </Stack>
        </Radio.Group>
      )}
    </Loaded>
  )
}
