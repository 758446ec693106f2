import { Suspense } from 'react'
import { RoundTable } from '#modules/workflow/rounds/web/public/RoundTable.tsx'
import { lazily } from '#web/base/chunk.ts'
import { t } from '#web/i18n/index.ts'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { formatNumber } from '#web/values/format.ts'
import { checkTask, checkTaskActions } from '../model/record.ts'

const BoardPanel = lazily(() => import('./BoardPanel.tsx'))

/** 宿舍管理 → 检查任务: checkers, rooms, deadline and progress. */
export default function CheckTaskPage() {
  const [params, , put] = useOwnParams()
  const id = params.get('task')
  return (
    <>
      <RoundTable<typeof checkTask>
        title={t('检查任务#many')}
        of={checkTask}
        actions={checkTaskActions}
        columns={[
          { key: 'schemeId', width: 130 },
          { key: 'doneCount', width: 120, render: row => (row.roomCount ? `${formatNumber(row.doneCount ?? 0)}/${formatNumber(row.roomCount)}` : '—') },
          { key: 'failCount', width: 100 },
          { key: 'scopeKind', hidden: true },
          { key: 'blind', hidden: true },
        ]}
        fields={[
          { title: '检查内容', fields: ['schemeId', { field: 'blind' }] },
          {
            title: '检查范围',
            fields: ['scopeKind', 'dormIds', { field: 'samplePercent', when: v => v.scopeKind === 'sample' }, { field: 'seed', when: v => v.scopeKind === 'sample' }],
          },
          { title: '检查人', note: t('下面的受众就是检查人：宿管员等角色，或者逐个点名，学生也可以。'), fields: [] },
        ]}
        initial={{ audience: { roles: ['dormManager'] }, scopeKind: 'buildings', blind: false, samplePercent: 10 }}
        onOpen={row => put({ task: row.id })}
      />
      <Suspense>{id ? <BoardPanel id={id} onClose={() => put({ task: undefined })} /> : null}</Suspense>
    </>
  )
}
