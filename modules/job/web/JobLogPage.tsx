import { EntityTable } from '#web/records/EntityTable.tsx'
import { jobLog } from '../model/job.ts'

export default function JobLogPage() {
  return (
    <EntityTable
      of={jobLog}
      columns={[
        'startedAt',
        { key: 'jobId', width: 240, align: 'left' },
        'state',
        'affected',
        'ms',
        { key: 'message', width: 320, align: 'left' },
        { key: 'node', width: 160 },
        { key: 'traceId', hidden: true },
      ]}
      filters={['jobId', 'state', 'startedAt', 'traceId']}
      detail={{ history: false }}
    />
  )
}
