import { Segmented } from 'antd'
import { type ReactNode, useState } from 'react'
import { type OutputOf, permissionKey } from '#model'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { DownloadButton } from '#web/forms/DownloadButton.tsx'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { formatDatetime, formatNumber } from '#web/records/format.ts'
import { useRead } from '#web/records/useRead.ts'
import { useCan } from '#web/session/useCan.ts'
import { exportStatistics, todo, todoStatistics } from '../model/todo.ts'
import '#web/records/records.css'
import './desk.css'

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
function Loads({ by, views }: { by: By; views: ReactNode }) {
  const read = useRead(todoStatistics, { by })
  const { data } = read
  const sum = (of: (row: Load) => number): string => formatNumber((data ?? []).reduce((n, row) => n + of(row), 0))
  return (
    <section className="ql-list-page">
      <header className="ql-title">
        <h1>{t('待办统计')}</h1>
        <div className="ql-title-views">{views}</div>
        <div className="ql-title-acts">
          <DownloadButton of={exportStatistics} input={{ by }} />
        </div>
      </header>
      <div className="ql-sheet desk-table">
        {data ? null : <Loading of={read} lines={8} />}
        {data && !data.length ? <Empty title={t('没有待办')} /> : null}
        {data?.length ? (
          <table className="ql-plain">
            <caption>{t('共 {{open}} 件待办，{{overdue}} 件已逾期；提醒不计在内', { open: sum(r => r.open), overdue: sum(r => r.overdue) })}</caption>
            <thead>
              <tr>
                {by === 'person' ? <th scope="col">{t('办理人')}</th> : null}
                <th scope="col">{t('部门')}</th>
                <th scope="col">{t('待办')}</th>
                <th scope="col">{t('已逾期')}</th>
                <th scope="col">{t('今天截止')}</th>
                <th scope="col">{t('最早到达')}</th>
              </tr>
            </thead>
            <tbody>
              {data.map(row => (
                <tr key={row.userId ?? row.departmentId ?? ''}>
                  {by === 'person' ? <td>{row.userName}</td> : null}
                  <td>{row.departmentName ?? '—'}</td>
                  <td>{formatNumber(row.open)}</td>
                  <td className={row.overdue ? 'desk-due-late' : undefined}>{formatNumber(row.overdue)}</td>
                  <td>{formatNumber(row.dueToday)}</td>
                  <td>{row.oldest ? formatDatetime(row.oldest) : '—'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        ) : null}
      </div>
    </section>
  )
}
