import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { sheetStates, workSheet } from '../model/sheet.ts'
import { Course } from './Course.tsx'

/** 工单: sheets by state. */
export default function SheetPage() {
  const views = useView({ ...sheetStates.labels, all: '全部' })
  return (
    <EntityTable<typeof workSheet>
      of={workSheet}
      title={t('工单#many')}
      where={views.view === 'all' ? {} : { state: views.view }}
      views={views}
      columns={['orderId', 'repairerId', 'state', 'assignedWay', 'assignedAt', 'acceptBy', 'comingAt', 'arrivedAt', 'doneAt', 'minutes', { key: 'endReason', hidden: true }]}
      filters={['repairerId', 'assignedWay', 'assignedAt']}
      detail={{ extra: row => <Course id={row.orderId} /> }}
    />
  )
}
