import { EntityTable } from '#web/records/EntityTable.tsx'
import { repairOutage } from '../model/faults.ts'

/** 停用通知: planned outages, during which nobody needs to report. */
export default function OutagePage() {
  return (
    <EntityTable<typeof repairOutage>
      of={repairOutage}
      columns={['name', 'startAt', 'endAt', 'note']}
      filters={['startAt']}
      form={{ layout: ['name', 'typeIds', 'buildingIds', 'startAt', 'endAt', 'note'] }}
    />
  )
}
