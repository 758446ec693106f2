import { t } from '#web/i18n/index.ts'
import { PrintButton } from '#web/print/PrintButton.tsx'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { documentDelivery } from '../model/delivery.ts'

const VIEWS = {
  all: { label: '全部' },
  open: { label: '没有送到', where: { 'effectiveOn.isNull': 'true' } },
  publicNotice: { label: '公告送达', where: { method: 'publicNotice' } },
} as const
/** 违纪处分 → 送达管理: every attempt to hand a document over. */
export default function DeliveryPage() {
  return (
    <EntityTable<typeof documentDelivery>
      of={documentDelivery}
      title={t('送达管理')}
      views={useView(VIEWS)}
      columns={[
        { key: 'studentId', width: 120, align: 'left' },
        { key: 'documentKind', width: 160, align: 'left' },
        { key: 'method', width: 110 },
        { key: 'attemptedOn', width: 120 },
        { key: 'result', width: 110 },
        { key: 'effectiveOn', width: 120 },
        { key: 'witnesses', width: 160, align: 'left' },
        ...(['trackingNo', 'publicUrl', 'proof', 'by'] as const).map(key => ({ key, hidden: true })),
      ]}
      filters={['documentKind', 'method', 'result', 'studentId', 'attemptedOn']}
      facts={['documentKind', 'method', 'attemptedOn']}
      rowActions={row => [<PrintButton key="print" of={documentDelivery} template="deliveryReceipt" label={t('送达回证')} ids={[row.id]} />]}
    />
  )
}
