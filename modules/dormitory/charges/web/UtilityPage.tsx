import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { roomUtility } from '../model/room-utility.ts'

/** 宿舍管理 → 水电: meter readings of rooms, with the share per resident. */
export default function UtilityPage() {
  return (
    <EntityTable<typeof roomUtility>
      of={roomUtility}
      title={t('水电')}
      columns={[
        { key: 'roomId', width: 200, align: 'left' },
        { key: 'kind', width: 90 },
        { key: 'readAt', width: 170 },
        { key: 'reading', width: 120 },
        { key: 'amount', width: 120 },
        { key: 'balance', width: 120 },
        { key: 'sharers', width: 100 },
        { key: 'share', width: 110 },
      ]}
      filters={['dormId', 'roomId', 'kind', 'readAt']}
      form={{ layout: ['roomId', 'kind', 'reading', 'amount', 'balance', 'readAt'] }}
    />
  )
}
