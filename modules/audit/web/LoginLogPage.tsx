import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { loginLog } from '../model/logs.ts'
import { reasonWord, wayWord } from './labels.ts'

export default function LoginLogPage() {
  return (
    <EntityTable
      of={loginLog}
      columns={[
        'at',
        'account',
        { key: 'userId', title: t('姓名') },
        { key: 'way', render: row => wayWord(row.way) },
        { key: 'result', tones: { success: 'done', failure: 'attention', refused: 'refused' } },
        { key: 'reason', width: 180, render: row => reasonWord(row.reason) },
        'ip',
        { key: 'device', width: 260, align: 'left' },
        { key: 'terminal', hidden: true },
        { key: 'realm', hidden: true },
      ]}
      filters={['userId', 'result', 'at', 'realm', 'ip']}
      detail={{ history: false }}
    />
  )
}
