import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { arrivalSlot } from '../model/slot.ts'

/** 迎新 → 到校时段: how many may arrive when. */
export default function SlotPage() {
  return (
    <EntityTable<typeof arrivalSlot>
      of={arrivalSlot}
      columns={[
        { key: 'batchId', width: 200, align: 'left' },
        { key: 'campusId', width: 120 },
        { key: 'from', width: 160 },
        { key: 'to', width: 160 },
        { key: 'capacity', width: 100 },
        { key: 'taken', width: 90 },
      ]}
      filters={['batchId', 'campusId']}
      form={{ layout: ['batchId', 'campusId', 'from', 'to', 'capacity'] }}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('报到那几天每个时段最多来多少人。'),
  who: t('招生办设置；新生在到站登记里选。'),
  first: t('按校区和小时新增时段，填可约人数。'),
})
