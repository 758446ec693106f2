import { Segmented } from 'antd'
import { type ReactNode, useState } from 'react'
import { type OutputOf, permissionKey } from '#model'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { DownloadButton } from '#web/forms/DownloadButton.tsx'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useRead } from '#web/records/useRead.ts'
import { useCan } from '#web/session/useCan.ts'
import { formatDatetime, formatNumber, MISSING } from '#web/values/format.ts'
import { exportStatistics, todo, todoStatistics } from '../model/todo.ts'
import style from './desk.module.css'

type By = 'person' | 'department'
/** 系统管理 → 待办统计: open todos by person and department, with the list. */
export default function TodoStatisticsPage() {
  const [tab, setTab] = useState<By | 'list'>('person')
  const mayList = useCan(permissionKey(todo, 'list'))
  const tabs = [
    { value: 'person' as const, label: t('按人') },
    { value: 'department' as const, label: t('按部门') },
    ...(mayList ? [{ value: 'list' as const, label: t('全部事项') }] : []),
  ]
  const views = <Segmented value={tab} options={tabs} onChange={setTab} />
  return (
    <div>
      {tab === 'list' ? (
        <EntityTable
          of={todo}
          title={t('待办统计')}
          views={views}
          columns={['title', 'userId', 'applicantName', 'kind', 'priority', 'arrivedAt', 'dueAt', 'state', 'doneAt', 'doneBy', 'result']}
          filters={['state', 'kind', 'userId', 'dueAt', 'arrivedAt', 'priority']}
        />
      ) : (
        <Loads by={tab} views={views} />
      )}
    </div>
  )
}
type Load = OutputOf<typeof todoStatistics>
const sum = (rows: ReadonlyArray<Load | null>, of: 'open' | 'overdue'): string => formatNumber(rows.reduce((n, row) => n + (row?.[of] ?? 0), 0))
function Loads({ by, views }: { by: By; views: ReactNode }) {
  const read = useRead(todoStatistics, { by })
  return (
    <Page title={t('待办统计')} views={views} actions={<DownloadButton of={exportStatistics} input={{ by }} />}>
      <Sheet as="div" isBare>
        <Loaded of={read} lines={8} empty={rows => (rows.length ? undefined : t('没有待办'))}>
          {rows => (
            <>
              <p className={style.sum}>{t('共 {{open}} 件待办，{{overdue}} 件已逾期；提醒不计在内', { open: sum(rows, 'open'), overdue: sum(rows, 'overdue') })}</p>
              <PlainTable
                label={t('待办统计')}
                rows={rows}
                keyOf={row => row.userId ?? row.departmentId ?? ''}
                columns={[
                  ...(by === 'person' ? [[t('办理人'), (row: Load) => row.userName] as const] : []),
                  [t('部门'), row => row.departmentName ?? MISSING],
                  [t('待办'), row => formatNumber(row.open)],
                  [t('已逾期'), row => <span data-due={row.overdue ? 'late' : undefined}>{formatNumber(row.overdue)}</span>],
                  [t('今天截止'), row => formatNumber(row.dueToday)],
                  [t('最早到达'), row => (row.oldest ? formatDatetime(row.oldest) : MISSING)],
                ]}
              />
            </>
          )}
        </Loaded>
      </Sheet>
    </Page>
  )
}
