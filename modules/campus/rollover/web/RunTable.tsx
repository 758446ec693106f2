import type { ReactNode } from 'react'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { formatNumber } from '#web/values/format.ts'
import { rolloverRun } from '../model/rollover-run.ts'

/** Runs of all years, those taken back among them. */
export const RunTable = ({ views }: { views: ReactNode }) => (
  <EntityTable<typeof rolloverRun>
    of={rolloverRun}
    title={t('历次结转')}
    isPart
    views={views}
    verbs={['export']}
    columns={[
      { key: 'toXn', width: 130 },
      { key: 'fromXn', width: 130 },
      { key: 'state', width: 110 },
      { key: 'done', width: 130, render: row => `${formatNumber(row.done)} / ${formatNumber(row.total)}` },
      { key: 'exceptions', width: 90 },
      { key: 'startedById', width: 120 },
      { key: 'startedAt', width: 160 },
      { key: 'endedAt', width: 160 },
      { key: 'note', align: 'left' },
    ]}
    filters={['state']}
  />
)
