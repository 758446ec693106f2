import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { MISSING } from '#web/values/format.ts'
import { repairUrgency } from '../model/urgency.ts'

const HOUR = 60
const DAY = 24 * HOUR
const spanOf = (minutes: number | null): string => {
  if (minutes === null) return MISSING
  if (minutes >= DAY && minutes % DAY === 0) return t('{{n}} 天', { n: minutes / DAY })
  return minutes >= HOUR && minutes % HOUR === 0 ? t('{{n}} 小时', { n: minutes / HOUR }) : t('{{n}} 分钟', { n: minutes })
}
/** 紧急程度: times to accept, arrive and finish. */
export default function UrgencyPage() {
  return (
    <EntityTable<typeof repairUrgency>
      of={repairUrgency}
      columns={[
        'level',
        'name',
        'code',
        { key: 'respondMin', render: row => spanOf(row.respondMin) },
        { key: 'arriveMin', render: row => spanOf(row.arriveMin) },
        { key: 'finishMin', render: row => spanOf(row.finishMin) },
        'clock',
        'weight',
        'callsFirst',
      ]}
    />
  )
}
