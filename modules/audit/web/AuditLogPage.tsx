import { Button } from 'antd'
import { UserSearch } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazily } from '#web/base/chunk.ts'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useCan } from '#web/session/useCan.ts'
import { readersOf } from '../model/actions.ts'
import { auditLog } from '../model/logs.ts'
import style from './audit.module.css'

const Readers = lazily(() => import('./Readers.tsx'))

export default function AuditLogPage() {
  const [isAsking, ask] = useState(false)
  const mayAsk = useCan(readersOf.permission)
  return (
    <>
      <EntityTable
        of={auditLog}
        columns={[
          'at',
          'userId',
          { key: 'actionName', width: 220, align: 'left' },
          { key: 'subjectName', width: 200, align: 'left' },
          { key: 'reason', title: t('理由'), width: 200, align: 'left', render: row => String(detailOf(row.detail).reason ?? '') },
          'ip',
          { key: 'traceId', width: 160 },
          { key: 'seq', hidden: true },
        ]}
        filters={['userId', 'at', 'action', 'bizType']}
        toolbar={
          mayAsk ? (
            <Button icon={<UserSearch size={16} strokeWidth={1.75} />} onClick={() => ask(true)}>
              {t('谁看过这名学生')}
            </Button>
          ) : null
        }
        detail={{
          sections: [
            { fields: ['at', 'userId', 'actionName', 'subjectName', 'bizType', 'bizId', 'ip', 'traceId', 'seq'] },
            { title: '详情', render: row => <pre className={style.detail}>{JSON.stringify(row.detail, null, 2)}</pre> },
          ],
          history: false,
        }}
      />
      <Suspense>{isAsking ? <Readers onClose={() => ask(false)} /> : null}</Suspense>
    </>
  )
}
const detailOf = (detail: unknown): Record<string, unknown> => (detail && typeof detail === 'object' ? (detail as Record<string, unknown>) : {})
