import { EntityTable } from '#web/records/EntityTable.tsx'
import { errorLog } from '../model/logs.ts'
import style from './audit.module.css'

export default function ErrorLogPage() {
  return (
    <EntityTable
      of={errorLog}
      columns={[
        { key: 'message', width: 360, align: 'left' },
        { key: 'path', width: 220, align: 'left' },
        'source',
        'count',
        'lastAt',
        { key: 'state', tones: { new: 'attention', known: 'going', fixed: 'done' } },
        'assigneeId',
        { key: 'release', hidden: true },
        { key: 'userId', hidden: true },
        { key: 'firstAt', hidden: true },
      ]}
      filters={['state', 'source', 'release', 'lastAt']}
      form={{ layout: ['state', 'assigneeId'] }}
      detail={{
        sections: [
          { fields: ['message', 'state', 'assigneeId', 'source', 'path', 'release', 'count', 'firstAt', 'lastAt', 'userId'] },
          { title: '编号', render: row => <p className={style.traces}>{(row.traceIds ?? []).join('　')}</p> },
          { title: '调用栈', render: row => <pre className={style.detail}>{row.stack}</pre> },
        ],
      }}
    />
  )
}
