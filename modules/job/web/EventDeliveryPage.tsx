import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useSession } from '#web/session/useCan.ts'
import { discardDeliveries, eventDelivery, retryDeliveries } from '../model/event-delivery.ts'

export default function EventDeliveryPage() {
  const { can } = useSession()
  return (
    <EntityTable
      of={eventDelivery}
      columns={[
        { key: 'event', width: 200, align: 'left' },
        { key: 'listener', width: 200, align: 'left' },
        'state',
        { key: 'reason', width: 320, align: 'left' },
        'tries',
        'firstFailedAt',
        'lastFailedAt',
        { key: 'nextAt', hidden: true },
        { key: 'discardReason', hidden: true },
      ]}
      filters={['state', 'event', 'listener', 'lastFailedAt']}
      detail={{
        sections: [{ fields: ['event', 'listener', 'state', 'reason', 'tries', 'firstFailedAt', 'lastFailedAt', 'nextAt', 'discardReason', 'eventId'] }],
        history: false,
      }}
      rowActions={row =>
        row.state === 'dead' ? [<ActionButton key="retry" of={retryDeliveries} input={{ ids: [row.id] }} done={t('已安排，稍后自动运行')} />, discardButton([row.id])] : []
      }
      {...(can(retryDeliveries.permission) || can(discardDeliveries.permission)
        ? {
            batchActions: (rows, clear) => (
              <>
                <ActionButton of={retryDeliveries} input={{ ids: rows.map(row => row.id) }} done={t('已安排，稍后自动运行')} onDone={clear} />
                {discardButton(rows.map(row => row.id))}
              </>
            ),
          }
        : {})}
    />
  )
}
const discardButton = (ids: string[]) => (
  <FormButton key="discard" of={discardDeliveries} input={{ ids }} danger note={t('放弃后不会再处理所选的 {{n}} 个事件，放弃原因记入审计日志。', { n: ids.length })} />
)
