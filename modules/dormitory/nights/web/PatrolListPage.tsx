import { useState } from 'react'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useCan } from '#web/session/useCan.ts'
import { formatDatetime } from '#web/values/format.ts'
import { foundMoved } from '../../changes/model/private-move.ts'
import { dormPatrol } from '../model/night-line.ts'

/** 宿舍管理 → 查寝记录: patrols by building, with missing counts. */
export default function PatrolListPage() {
  const mayReport = useCan(foundMoved.permission)
  const [patrolId, setPatrol] = useState<string>()
  return (
    <>
      <EntityTable
        of={dormPatrol}
        verbs={['export']}
        columns={[
          { key: 'nightDate', width: 120 },
          { key: 'dormId', width: 200, align: 'left' },
          { key: 'by', width: 120 },
          { key: 'startedAt', width: 150, render: row => formatDatetime(row.startedAt) },
          { key: 'lastAt', width: 150, render: row => (row.lastAt ? formatDatetime(row.lastAt) : '—') },
          { key: 'roomCount', width: 110 },
          { key: 'outCount', width: 110 },
          { key: 'photos', width: 160 },
        ]}
        facts={['dormId', 'outCount', 'by']}
        filters={['nightDate', 'dormId', 'by']}
        rowActions={row => [mayReport ? { label: t('登记私自调宿'), onClick: () => setPatrol(row.id) } : null]}
      />
      {patrolId ? (
        <ActionForm
          of={foundMoved}
          input={{ patrolId }}
          changes={['dormViolation']}
          onClose={() => setPatrol(undefined)}
          note={<p className="ql-help">{t('登记后生成一条违纪草稿，学生陈述后再认定。')}</p>}
        />
      ) : null}
    </>
  )
}
