import type { ReactNode } from 'react'
import { useState } from 'react'
import { schoolDate } from '#model/school-time.ts'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import type { LayoutOf } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import type { Shown } from '#web/records/columns.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useSession } from '#web/session/useCan.ts'
import { formatNumber } from '#web/values/format.ts'
import { copyMoveIn, publishMoveIn, retractMoveIn } from '../model/move-in-actions.ts'
import { moveInPlan } from '../model/move-in-plan.ts'
import { dayText } from './move-in-labels.ts'

type Row = Shown<typeof moveInPlan>
const LAYOUT: LayoutOf<typeof moveInPlan> = [{ fields: ['dormId', 'day', 'fromTime', 'toTime', 'slotMinutes', 'places'] }, { fields: ['note'] }]
const nameOf = (row: Row): string => `${row.dormName} ${dayText(row.day)}`

/** Moving days of buildings: create, copy, publish, retract. */
export function Plans({ views }: { views: ReactNode }) {
  const [copied, setCopied] = useState<Row>()
  const { can } = useSession()
  return (
    <>
      <EntityTable<typeof moveInPlan>
        of={moveInPlan}
        title={t('入住预约#many')}
        views={views}
        columns={[
          { key: 'day', width: 190, align: 'left', render: row => dayText(row.day) },
          { key: 'dormId', width: 200, align: 'left' },
          { key: 'fromTime', title: t('时间'), width: 130, render: row => `${row.fromTime}–${row.toTime}` },
          { key: 'slotMinutes', width: 150 },
          { key: 'places', width: 110 },
          { key: 'total', width: 90 },
          { key: 'chosen', width: 90 },
          { key: 'unchosen', width: 90 },
          { key: 'state', width: 110 },
          { key: 'note', hidden: true },
        ]}
        filters={['dormId', 'day', 'state']}
        form={{ layout: LAYOUT }}
        rowActions={row => [
          row.state === 'draft' ? (
            <ActionButton key="publish" of={publishMoveIn} input={{ ids: [row.id] }} confirm={publishNote([row])} done={t('已发布')} />
          ) : row.day < schoolDate(Date.now()) ? null : (
            <ActionButton
              key="retract"
              of={retractMoveIn}
              input={{ id: row.id }}
              danger
              confirm={t('收回 {{name}}：{{n}} 人的预约失效并收到通知，改好后再发布。', { name: nameOf(row), n: formatNumber(row.chosen ?? 0) })}
              done={t('已收回')}
            />
          ),
          can(copyMoveIn.permission) ? { label: t(copyMoveIn.label), onClick: () => setCopied(row) } : null,
        ]}
        batchActions={(rows, clear) => {
          const drafts = rows.filter(r => r.state === 'draft')
          return drafts.length ? <ActionButton of={publishMoveIn} input={{ ids: drafts.map(r => r.id) }} confirm={publishNote(drafts)} done={t('已发布')} onDone={clear} /> : null
        }}
        phoneCard={row => (
          <Stack gap={1}>
            <b>{nameOf(row)}</b>
            <span>{t('{{from}}–{{to}}，每 {{minutes}} 分钟 {{n}} 人', { from: row.fromTime, to: row.toTime, minutes: row.slotMinutes, n: row.places })}</span>
            <small>{t('预约 {{chosen}}/{{places}}', { chosen: formatNumber(row.chosen ?? 0), places: formatNumber(row.total ?? 0) })}</small>
          </Stack>
        )}
      />
      {copied ? (
        <ActionForm
          of={copyMoveIn}
          input={{ id: copied.id }}
          initial={{ from: copied.day }}
          title={t('复制 {{name}}', { name: nameOf(copied) })}
          note={<p className="ql-help">{t('时间、时段和名额照抄为未发布的安排；已有安排的楼和日期不动。')}</p>}
          onClose={() => setCopied(undefined)}
          done={t('已复制')}
        />
      ) : null}
    </>
  )
}
/** Effect of publishing, and whether capacity suffices. */
function publishNote(rows: readonly Row[]): ReactNode {
  const sum = (key: 'total' | 'unchosen'): number => rows.reduce((n, r) => n + (r[key] ?? 0), 0)
  const [total, people] = [sum('total'), sum('unchosen')]
  return (
    <>
      <p>
        {t('发布 {{n}} 个入住预约，共 {{total}} 个名额；这些楼在这几天前后有 {{people}} 人待入住、还没有预约，会收到通知。', {
          n: rows.length,
          total: formatNumber(total),
          people: formatNumber(people),
        })}
      </p>
      {people > total ? <p className="ql-problem">{t('名额少于待入住人数，请再安排几天或加大每段人数。')}</p> : null}
    </>
  )
}
