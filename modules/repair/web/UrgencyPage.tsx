import { EntityTable } from '#web/records/EntityTable.tsx'
import { formatMinutes } from '#web/values/duration.ts'
import { MISSING } from '#web/values/format.ts'
import { repairUrgency } from '../model/faults.ts'

const limitText = (minutes: number | null): string => (minutes === null ? MISSING : formatMinutes(minutes, 'exact'))
/** 紧急程度: times to accept, arrive and finish. */
export default function UrgencyPage() {
  return (
    <EntityTable<typeof repairUrgency>
      of={repairUrgency}
      columns={[
        'level',
        'name',
        'code',
        { key: 'respondMin', render: row => limitText(row.respondMin) },
        { key: 'arriveMin', render: row => limitText(row.arriveMin) },
        { key: 'finishMin', render: row => limitText(row.finishMin) },
        'clock',
        'weight',
        'callsFirst',
      ]}
    />
  )
}
