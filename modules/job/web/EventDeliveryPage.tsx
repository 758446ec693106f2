import { useState } from 'react'
import { PlacedButton } from '#web/feedback/PlacedButton.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useSession } from '#web/session/useCan.ts'
import { discardDeliveries, eventDelivery, retryDeliveries } from '../model/event-delivery.ts'

export default function EventDeliveryPage() {
  const { can } = useSession()
  const [discarding, setDiscarding] = useState<string[]>()
  const mayDiscard = can(discardDeliveries.permission)
  return (
    <>
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
          row.state === 'dead'
            ? [
                <ActionButton key="retry" of={retryDeliveries} input={{ ids: [row.id] }} done={t('已安排，稍后自动运行')} />,
                mayDiscard && { label: t(discardDeliveries.label), danger: true, onClick: () => setDiscarding([row.id]) },
              ]
            : []
        }
        {...(can(retryDeliveries.permission) || mayDiscard
          ? {
              batchActions: (rows, clear) => (
                <>
                  <ActionButton of={retryDeliveries} input={{ ids: rows.map(row => row.id) }} done={t('已安排，稍后自动运行')} onDone={clear} />
                  {mayDiscard ? <PlacedButton onClick={() => setDiscarding(rows.map(row => row.id))}>{t(discardDeliveries.label)}</PlacedButton> : null}
                </>
              ),
            }
          : {})}
      />
      {discarding ? (
        <ActionForm
          of={discardDeliveries}
          input={{ ids: discarding }}
          danger
          onClose={() => setDiscarding(undefined)}
          note={<p className="ql-help">{t('放弃后不会再处理所选的 {{n}} 个事件，放弃原因记入审计日志。', { n: discarding.length })}</p>}
        />
      ) : null}
    </>
  )
}
