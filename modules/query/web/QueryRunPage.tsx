import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { queryRun } from '../model/query.ts'
import style from './query.module.css'

const KINDS: Readonly<Record<string, string>> = { screen: '查看', export: '导出', schedule: '定时发送', audience: '受众' }
export default function QueryRunPage() {
  return (
    <EntityTable<typeof queryRun>
      of={queryRun}
      columns={[
        'at',
        'userId',
        { key: 'queryId', width: 200, align: 'left' },
        { key: 'kind', render: row => t(KINDS[row.kind] ?? row.kind) },
        'rows',
        'ms',
        { key: 'reason', width: 240, align: 'left' },
        { key: 'subject', hidden: true },
      ]}
      filters={['userId', 'queryId', 'at']}
      detail={{
        sections: [
          { fields: ['at', 'userId', 'queryId', 'rows', 'ms', 'reason'] },
          { title: '内容', render: row => <pre className={style.spec}>{JSON.stringify(row.spec, null, 2)}</pre> },
        ],
        history: false,
      }}
    />
  )
}
