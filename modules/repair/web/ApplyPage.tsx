import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Empty } from '#web/feedback/Empty.tsx'
import { allOf, Loaded } from '#web/feedback/Loaded.tsx'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { applyRepair, myOrders, repairForm } from '../model/apply-actions.ts'
import { OrderCard } from './apply/OrderCard.tsx'
import { ReportForm } from './apply/ReportForm.tsx'

/** 我要报修: one button, and one's own orders. A scanned door code opens the form for that room. */
export default function ApplyPage() {
  const [params] = useOwnParams()
  const doorCode = params.get('door')
  const known = useRead(repairForm, { doorCode })
  const mine = useRead(myOrders, {})
  const [isOpen, setOpen] = useState(doorCode !== null)
  return (
    <Page title={t('我要报修')} width="form">
      <Loaded of={allOf([known, mine])} lines={8}>
        {([form, orders]) => (
          <>
            <Button type="primary" size="large" block icon={<Plus size={18} />} onClick={() => setOpen(true)}>
              {t('我要报修')}
            </Button>
            {orders.length ? null : <Empty title={t('还没有报修过')} />}
            {orders.map(o => (
              <OrderCard key={o.id} of={o} isNamed={o.id === params.get('id')} />
            ))}
            {isOpen ? <ReportForm of={applyRepair} known={form} onClose={() => setOpen(false)} /> : null}
          </>
        )}
      </Loaded>
    </Page>
  )
}
