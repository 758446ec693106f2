import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { leagueTransfer } from '../model/transfer.ts'
import { OpenTransfers } from './OpenTransfers.tsx'

/** 团费管理 → 支部转接: what waits for one's own side, and all transfers. */
export default function TransferPage() {
  return (
    <EntityTable<typeof leagueTransfer>
      of={leagueTransfer}
      title={t('支部转接#many')}
      verbs={['export']}
      lead={<OpenTransfers />}
      columns={[
        { key: 'studentId', width: 110, align: 'left' },
        { key: 'fromId', align: 'left' },
        { key: 'toId', align: 'left' },
        { key: 'cause', width: 90 },
        { key: 'state', width: 100 },
        { key: 'fromMonth', width: 120 },
        { key: 'createdAt', width: 160 },
        { key: 'reason', hidden: true },
        { key: 'givenById', hidden: true },
        { key: 'takenById', hidden: true },
        { key: 'note', hidden: true },
      ]}
      filters={['state', 'fromId', 'toId', 'studentId']}
    />
  )
}
