import { Segmented } from 'antd'
import { useState } from 'react'
import { permissionKey } from '#model'
import { schoolDate } from '#model/school-time.ts'
import { Panel } from '#web/feedback/Panel.tsx'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useCan } from '#web/session/useCan.ts'
import { formatDate, formatDatetime, formatNumber } from '#web/values/format.ts'
import { publicNotice, publicNoticeLine } from '../model/notice.ts'
import { columnsFor } from '../model/notice-columns.ts'
import { objection } from '../model/objection.ts'
import { HearingPanel } from './HearingPanel.tsx'

/** 公示与异议: the school's notices, and open objections. */
export default function NoticePage() {
  const [params, , put] = useOwnParams()
  const mayHear = useCan(permissionKey(objection, 'list'))
  const tab = params.get('tab') === 'objections' && mayHear ? 'objections' : 'notices'
  const views = mayHear ? (
    <Segmented
      value={tab}
      options={[
        { value: 'notices', label: t('公示') },
        { value: 'objections', label: t('异议') },
      ]}
      onChange={next => put({ tab: next === 'notices' ? undefined : next, id: undefined })}
    />
  ) : null
  return tab === 'objections' ? <Objections views={views} id={params.get('id')} onOpen={id => put({ id })} /> : <Notices views={views} />
}
function Notices({ views }: { views: React.ReactNode }) {
  const [opened, open] = useState<{ id: string; title: string }>()
  return (
    <>
      <EntityTable<typeof publicNotice>
        of={publicNotice}
        title={t('公示与异议')}
        views={views}
        columns={[
          { key: 'title', width: 240 },
          'state',
          { key: 'level', width: 100 },
          { key: 'lineCount', width: 80 },
          {
            key: 'openObjections',
            width: 120,
            render: row => (row.openObjections ? <b className="ql-problem">{formatNumber(row.openObjections)}</b> : '—'),
          },
          { key: 'endAt', title: t('时间'), width: 260, render: row => `${formatDatetime(row.beginAt)} – ${formatDatetime(row.endAt)}` },
          { key: 'workdays', hidden: true },
          { key: 'handlerRole', hidden: true },
          { key: 'departmentId', hidden: true },
        ]}
        filters={['state', 'level', 'endAt']}
        onOpen={row => open({ id: row.id, title: row.title })}
      />
      {opened ? (
        <Panel open size={720} title={opened.title} onClose={() => open(undefined)}>
          <EntityTable<typeof publicNoticeLine>
            of={publicNoticeLine}
            title={false}
            where={{ noticeId: opened.id }}
            columns={[
              { key: 'studentId', width: 120, align: 'left' },
              { key: 'shown', title: t('公示内容'), width: 340, render: row => shownText(row.bizType, row.shown) },
              { key: 'state', width: 150 },
            ]}
            filters={['state']}
            detail={false}
          />
        </Panel>
      ) : null}
    </>
  )
}
/** Columns as shown to readers, beside the name; empty once erased. */
function shownText(bizType: string, shown: Readonly<Record<string, string>> | null): string {
  const values = Object.keys(columnsFor(bizType)).flatMap(key => (key !== 'name' && shown?.[key] ? [shown[key]] : []))
  return values.join(' · ') || '—'
}
function Objections({ views, id, onOpen }: { views: React.ReactNode; id: string | null; onOpen: (id: string | undefined) => void }) {
  return (
    <>
      <EntityTable<typeof objection>
        of={objection}
        title={t('公示与异议')}
        views={views}
        defaultSort={['dueOn']}
        columns={[
          { key: 'noticeTitle', width: 220, align: 'left' },
          { key: 'target', width: 220, align: 'left' },
          'state',
          {
            key: 'dueOn',
            width: 120,
            render: row =>
              row.state === 'open' && row.dueOn < schoolDate(Date.now()) ? (
                <b className="ql-problem">{t('{{date}}，已过期', { date: formatDate(row.dueOn) })}</b>
              ) : (
                formatDate(row.dueOn)
              ),
          },
          { key: 'raisedAt', width: 168 },
          { key: 'handlerRole', width: 150 },
          { key: 'handlerId', hidden: true },
          { key: 'decidedAt', hidden: true },
        ]}
        filters={['state', 'dueOn', 'handlerRole']}
        onOpen={row => onOpen(row.id)}
      />
      {id ? <HearingPanel key={id} id={id} onClose={() => onOpen(undefined)} /> : null}
    </>
  )
}
