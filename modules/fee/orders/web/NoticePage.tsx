import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { notifyLog } from '../model/notify-log.ts'

/** 缴费管理 → 支付通知: what providers sent, and what became of it. */
export default function NoticePage() {
  return (
    <EntityTable<typeof notifyLog>
      of={notifyLog}
      title={t('支付通知')}
      verbs={['export']}
      columns={[
        { key: 'orderNo', width: 230, align: 'left' },
        { key: 'merchantId', width: 180, align: 'left' },
        { key: 'outcome', width: 180, align: 'left' },
        { key: 'receivedAt', width: 170 },
        { key: 'ip', align: 'left' },
      ]}
      filters={['outcome', 'merchantId', 'receivedAt']}
    />
  )
}
