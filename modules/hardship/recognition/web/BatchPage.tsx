import { useState } from 'react'
import { RoundTable } from '#modules/workflow/rounds/web/public/RoundTable.tsx'
import { t } from '#web/i18n/index.ts'
import type { Shown } from '#web/records/columns.ts'
import { aidBatch, aidBatchActions, aidBatchQualify } from '../model/batch.ts'
import { BatchPanel } from './decide/BatchPanel.tsx'
import { LevelAmountsInput } from './decide/LevelAmountsInput.tsx'

/** 困难认定 → 认定批次: one a year. Opened, a batch shows what its score lines would give, and is confirmed. */
export default function BatchPage() {
  const [open, setOpen] = useState<Shown<typeof aidBatch>>()
  return (
    <>
      <RoundTable<typeof aidBatch>
        of={aidBatch}
        title={t('认定批次')}
        actions={aidBatchActions}
        qualify={aidBatchQualify}
        columns={[
          { key: 'stage', width: 110 },
          { key: 'appliedCount', width: 90 },
          { key: 'reviewedCount', width: 90 },
          { key: 'recognisedCount', width: 90 },
        ]}
        fields={[
          { title: '认定', fields: ['modelId', 'levels', 'isBlind', 'checkShare', 'atEnd'] },
          { title: '预算', fields: ['fundId', 'budget', { field: 'levelAmounts', render: props => <LevelAmountsInput {...props} /> }] },
          { title: '公示', fields: ['noticeShows', 'noticeLevel', 'noticeWorkdays', 'noticeColumns'] },
        ]}
        initial={{
          ...{ audience: { roles: ['student'] }, atEnd: 'stay', levels: ['special', 'hard', 'general'], checkShare: 5, isBlind: true },
          ...{ noticeShows: 'names', noticeLevel: 'college', noticeColumns: ['name', 'className', 'level'] },
        }}
        onOpen={setOpen}
      />
      {open ? <BatchPanel batch={open} onClose={() => setOpen(undefined)} /> : null}
    </>
  )
}
