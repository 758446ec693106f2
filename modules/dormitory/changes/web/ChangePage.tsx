import { Button } from 'antd'
import { ArrowLeftRight, Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { schoolDate } from '#model/school-time.ts'
import { collegeFilter } from '#modules/campus/web/grades.ts'
import { lazily } from '#web/base/chunk.ts'
import { PlacedButton } from '#web/feedback/PlacedButton.tsx'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import { t } from '#web/i18n/index.ts'
import { PrintButton } from '#web/print/PrintButton.tsx'
import type { Shown } from '#web/records/columns.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useRead } from '#web/records/useRead.ts'
import { useView } from '#web/records/ViewSwitch.tsx'
import { useCan } from '#web/session/useCan.ts'
import { applyChangeFor, changeCounts, executeChanges } from '../model/actions.ts'
import { dormChange } from '../model/dorm-change.ts'
import style from './change.module.css'

const ChangePanel = lazily(() => import('./ChangePanel.tsx'))
type Row = Shown<typeof dormChange>
const VIEWS = {
  all: { label: '全部', sort: ['-effectiveDate'] },
  pending: { label: '待审批', where: { state: 'pending' }, sort: ['effectiveDate'] },
  due: { label: '待执行', where: { state: 'approved' }, sort: ['effectiveDate'] },
  stuck: { label: '未能执行', where: { state: 'approved', 'problem.isNull': 'false' }, sort: ['effectiveDate'] },
  executed: { label: '已执行', where: { state: 'executed' }, sort: ['-executedAt'] },
} as const
type View = keyof typeof VIEWS
const isDue = (row: Row): boolean => row.state === 'approved' && row.effectiveDate <= schoolDate(Date.now())
const CHANGES = ['dormStay', 'dormBed', 'dormRoom'] as const

/** 宿舍管理 → 调宿管理: changes in the reader's scope with current approver, and due moves. */
export default function ChangePage() {
  const [shown, setShown] = useState<Row>()
  const [ids, setIds] = useState<readonly string[]>()
  const [isApplying, setApplying] = useState(false)
  const mayExecute = useCan(executeChanges.permission)
  const mayApply = useCan(applyChangeFor.permission)
  const { data } = useRead(changeCounts, {})
  const count = (of: View): string => (data && (of === 'pending' || of === 'due' || of === 'stuck') && data[of] ? ` ${data[of]}` : '')
  const views = useView(VIEWS, { noteOf: count })
  const { view } = views
  return (
    <>
      <EntityTable<typeof dormChange>
        of={dormChange}
        title={t('调宿管理')}
        verbs={['export']}
        views={views}
        toolbar={
          mayApply ? (
            <Button type="primary" icon={<Plus size={16} />} onClick={() => setApplying(true)}>
              {t('代为申请')}
            </Button>
          ) : null
        }
        columns={[
          { key: 'studentId', title: '学生', width: 90, align: 'left', render: row => <Who row={row} onOpen={() => setShown(row)} /> },
          { key: 'studentNo', width: 126 },
          { key: 'fromBedId', width: 190, align: 'left' },
          { key: 'toBedId', width: 190, align: 'left' },
          { key: 'type', width: 90 },
          { key: 'reason', width: 104 },
          { key: 'effectiveDate', width: 108 },
          { key: 'waitsFor', title: t('等待'), width: 120, render: row => <Waits row={row} /> },
          ...(view === 'stuck' ? [{ key: 'problem' as const, width: 260, align: 'left' as const }] : []),
          { key: 'state', width: 112 },
          { key: 'classId', hidden: true },
          { key: 'departmentId', hidden: true },
          { key: 'peerId', hidden: true },
          { key: 'feeDiff', hidden: true },
          { key: 'leavesClassRoom', hidden: true },
          { key: 'executedAt', hidden: view !== 'executed', width: 160 },
          { key: 'changeNo', hidden: true },
        ]}
        filters={['studentId', collegeFilter, 'classId', 'type', 'reason', ...(view === 'all' ? (['state'] as const) : []), 'toDormId', 'effectiveDate']}
        detail={false}
        rowActions={row => [
          { label: t('查看'), onClick: () => setShown(row) },
          mayExecute && isDue(row) ? { label: t('执行'), onClick: () => setIds([row.id]) } : null,
          row.state === 'approved' || row.state === 'executed' ? <PrintButton key="print" of={dormChange} template="dormChange" label={t('调宿单')} ids={[row.id]} /> : null,
        ]}
        {...(mayExecute && view === 'due'
          ? {
              batchActions: rows => (
                <PlacedButton icon={<ArrowLeftRight size={15} />} disabled={!rows.every(isDue)} onClick={() => setIds(rows.map(r => r.id))}>
                  {t('执行')}
                </PlacedButton>
              ),
            }
          : {})}
      />
      <Suspense>{shown ? <ChangePanel row={shown} onClose={() => setShown(undefined)} /> : null}</Suspense>
      {ids ? (
        <ActionForm
          of={executeChanges}
          input={{ ids: [...ids] }}
          changes={CHANGES}
          onClose={() => setIds(undefined)}
          note={<p className="ql-help">{t('执行 {{n}} 份调宿：原住宿退宿，新床位立即入住，有一份不能执行就都不办。', { n: ids.length })}</p>}
        />
      ) : null}
      {isApplying ? (
        <ActionForm
          of={applyChangeFor}
          changes={[...CHANGES, 'processTask']}
          initial={{ effectiveDate: schoolDate(Date.now()) }}
          onClose={() => setApplying(false)}
          note={<p className="ql-help">{t('床位立即占住，申请照常审批；填写例外原因时不受学期次数和学期末的限制。')}</p>}
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
/** Current approver and waiting time. */
const Waits = ({ row: { waitsFor, waitDays } }: { row: Row }) =>
  waitDays === null ? (
    '—'
  ) : (
    <span className={style.waits}>
      {waitsFor} <small className="ql-quiet">{t('{{n}} 天', { n: waitDays })}</small>
    </span>
  )
