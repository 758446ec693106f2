import { DoorOpen } from 'lucide-react'
import { Suspense, useState } from 'react'
import { collegeFilter } from '#modules/campus/web/grades.ts'
import { lazily } from '#web/base/chunk.ts'
import { PlacedButton } from '#web/feedback/PlacedButton.tsx'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import { t } from '#web/i18n/index.ts'
import type { Shown } from '#web/records/columns.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useRead } from '#web/records/useRead.ts'
import { useView } from '#web/records/ViewSwitch.tsx'
import { useCan } from '#web/session/useCan.ts'
import { formatDatetime } from '#web/values/format.ts'
import { closeTemps, tempCounts } from '../model/actions.ts'
import { tempLocation } from '../model/temp-location.ts'
import { nightsText, spanText } from './labels.ts'

const TempPanel = lazily(() => import('./TempPanel.tsx'))
type Row = Shown<typeof tempLocation>
const VIEWS = {
  all: { label: '全部', sort: ['-from'] },
  away: { label: '外宿中', where: { 'state.in': 'active,overdue' }, sort: ['to'] },
  overdue: { label: '逾期', where: { state: 'overdue' }, sort: ['to'] },
  pending: { label: '待审批', where: { state: 'pending' }, sort: ['-from'] },
} as const
type View = keyof typeof VIEWS
const isAway = (row: Row): boolean => row.state === 'active' || row.state === 'overdue'

/** 宿舍管理 → 临时外宿: applications in the reader's scope, who is away, and returns. */
export default function TempLocationPage() {
  const [shown, setShown] = useState<Row>()
  const [ids, setIds] = useState<readonly string[]>()
  const mayClose = useCan(closeTemps.permission)
  const { data } = useRead(tempCounts, {})
  const count = (of: View): string => (of === 'all' || !data?.[of] ? '' : ` ${data[of]}`)
  const views = useView(VIEWS, { noteOf: count })
  const { view } = views
  return (
    <>
      <EntityTable<typeof tempLocation>
        of={tempLocation}
        title={t('临时外宿#many')}
        verbs={['export']}
        views={views}
        columns={[
          { key: 'studentId', title: '学生', width: 120, align: 'left', render: row => <Who row={row} onOpen={() => setShown(row)} /> },
          { key: 'studentNo', width: 140 },
          { key: 'classId', width: 128 },
          { key: 'from', title: '时间', width: 300, render: row => spanText(row) },
          { key: 'nights', width: 90, render: row => nightsText(row.actualNights ?? row.nights) },
          { key: 'placeType', width: 110 },
          { key: 'guardianInformed', hidden: true },
          { key: 'contactPhone', hidden: true },
          { key: 'tempNo', hidden: true },
          { key: 'departmentId', hidden: true },
          { key: 'state', width: 120 },
          ...(view === 'all' ? [{ key: 'backAt' as const, width: 150, render: (row: Row) => (row.backAt ? formatDatetime(row.backAt) : '—') }] : []),
        ]}
        facts={['from', 'placeType', 'classId']}
        filters={['studentId', collegeFilter, 'classId', ...(view === 'all' ? (['state'] as const) : []), 'placeType', 'from', 'to']}
        detail={false}
        rowActions={row => [{ label: t('查看'), onClick: () => setShown(row) }, mayClose && isAway(row) ? { label: t('登记返回'), onClick: () => setIds([row.id]) } : null]}
        {...(mayClose && (view === 'away' || view === 'overdue')
          ? {
              batchActions: rows => (
                <PlacedButton icon={<DoorOpen size={15} />} onClick={() => setIds(rows.map(r => r.id))}>
                  {t('登记返回')}
                </PlacedButton>
              ),
            }
          : {})}
      />
      <Suspense>{shown ? <TempPanel row={shown} onClose={() => setShown(undefined)} /> : null}</Suspense>
      {ids ? (
        <ActionForm
          of={closeTemps}
          input={{ ids: [...ids] }}
          onClose={() => setIds(undefined)}
          note={<p className="ql-help">{t('登记 {{n}} 人返回，当晚起按在寝统计；不填时间为现在。', { n: ids.length })}</p>}
        />
      ) : null}
    </>
  )
}
const Who = ({ row, onOpen }: { row: Row; onOpen: () => void }) => (
  <button type="button" className="ql-link" onClick={onOpen}>
    {row.studentName}
  </button>
)
