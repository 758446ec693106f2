import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { exportAgain } from '../model/actions.ts'
import { exportLog } from '../model/profile.ts'
import { FileButton } from './FileButton.tsx'

/** 导出方案 → 导出记录: files made by profiles, each of which can be made again with its rows as they were. */
export default function ExportLogPage() {
  return (
    <EntityTable<typeof exportLog>
      of={exportLog}
      title={t('导出记录')}
      columns={[
        { key: 'exportedAt', width: 160 },
        { key: 'fileName', align: 'left' },
        { key: 'profileId', width: 180 },
        { key: 'revision', width: 80 },
        { key: 'rowCount', width: 90 },
        { key: 'leftOut', width: 90 },
        { key: 'isSensitive', width: 110 },
        { key: 'exportedBy', width: 110 },
        { key: 'reason', align: 'left' },
        { key: 'digest', hidden: true },
        { key: 'againOf', hidden: true },
      ]}
      filters={['profileId', 'isSensitive', 'exportedAt', 'exportedBy']}
      rowActions={row => <FileButton of={exportAgain} input={{ id: row.id }} asks={row.isSensitive ? ['password', 'reason'] : []} />}
    />
  )
}
