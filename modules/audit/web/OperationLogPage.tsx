import { tAny } from '#web/i18n/every-module.ts'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { operationLog } from '../model/logs.ts'
import { type Change, Changes } from './Changes.tsx'

export default function OperationLogPage() {
  return (
    <EntityTable
      of={operationLog}
      columns={[
        'at',
        'userId',
        { key: 'actionName', width: 220, align: 'left' },
        { key: 'changes', title: t('修改字段'), width: 320, align: 'left', render: row => fieldsOf(row.changes as Change[] | null) },
        'source',
        'ip',
        { key: 'traceId', width: 160 },
        { key: 'ms', hidden: true },
        { key: 'onBehalfOf', hidden: true },
        { key: 'bizId', hidden: true },
      ]}
      filters={['userId', 'at', 'bizType', 'action', 'bizId']}
      detail={{
        sections: [
          { fields: ['at', 'userId', 'onBehalfOf', 'actionName', 'bizType', 'bizId', 'source', 'ip', 'traceId', 'ms'] },
          { title: '修改', render: row => <Changes of={(row.changes ?? []) as Change[]} /> },
        ],
        history: false,
      }}
    />
  )
}
const MOST = 4
const fieldsOf = (changes: readonly Change[] | null): string => {
  const names = (changes ?? []).map(c => tAny(c.label))
  return names.length > MOST ? t('{{list}} 等 {{n}} 项', { list: names.slice(0, MOST).join(t('、')), n: names.length }) : names.join(t('、'))
}
