import { Button } from 'antd'
import { UserPlus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { collegeFilter } from '#modules/campus/web/grades.ts'
import { lazily } from '#web/base/chunk.ts'
import { StateTag } from '#web/feedback/State.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { PrintButton } from '#web/print/PrintButton.tsx'
import type { Shown } from '#web/records/columns.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useCan } from '#web/session/useCan.ts'
import { makePersonal } from '../model/actions.ts'
import { leaveApplication } from '../model/application.ts'
import { leave, leaveStates } from '../model/leave.ts'
import { daysText, spanText } from './labels.ts'
import style from './leave.module.css'

const StaffForm = lazily(() => import('./StaffForm.tsx'))
const LeavePanel = lazily(() => import('./LeavePanel.tsx'))
type LeaveRow = Shown<typeof leave>
type Opened = { what: 'apply' } | { what: 'show'; row: LeaveRow }

/** 请假管理 → 申请: every leave in the reader's scope. */
export default function LeavePage() {
  const [opened, setOpened] = useState<Opened>()
  const mayApply = useCan(leaveApplication.applyFor.permission)
  const close = () => setOpened(undefined)
  return (
    <>
      <EntityTable
        of={leave}
        title={t('请假申请')}
        columns={[
          { key: 'studentId', title: '学生', width: 140, align: 'left', render: row => <Who row={row} onOpen={() => setOpened({ what: 'show', row })} /> },
          { key: 'studentNo', width: 136 },
          { key: 'classId', width: 128 },
          'typeId',
          { key: 'startAt', title: '时间', width: 244, render: row => spanText(row) },
          { key: 'days', width: 90, render: row => daysText(row.days) },
          { key: 'state', width: 120 },
          { key: 'lessonCount', width: 100 },
          'leavesCity',
          { key: 'level', hidden: true },
          { key: 'leaveNo', hidden: true },
          { key: 'departmentId', hidden: true },
          { key: 'applyWay', hidden: true },
          { key: 'overdueDays', width: 110, hidden: true, render: row => (row.overdueDays ? daysText(row.overdueDays) : '—') },
        ]}
        facts={['typeId', 'startAt', 'classId']}
        filters={['studentId', collegeFilter, 'classId', 'state', 'startAt', 'typeId', 'leavesCity', 'besideHoliday', 'hasExam', 'applyWay', 'level', 'days']}
        detail={false}
        toolbar={
          mayApply ? (
            <Button icon={<UserPlus size={16} />} onClick={() => setOpened({ what: 'apply' })}>
              {t('代为请假')}
            </Button>
          ) : null
        }
        rowActions={row => [
          { label: t('查看'), onClick: () => setOpened({ what: 'show', row }) },
          row.proofDueOn && !row.proofs?.length ? (
            <FormButton key="personal" of={makePersonal} input={{ id: row.id }} note={t('{{name}} 的证明没有补交，改为事假后按事假统计。', { name: row.studentName })}>
              {t('改为事假')}
            </FormButton>
          ) : null,
          <PrintButton key="print" of={leave} template="leaveSlip" label="假条" ids={[row.id]} />,
        ]}
        batchActions={rows => (
          <>
            <PrintButton of={leave} template="leaveSlip" label="假条" ids={rows.map(r => r.id)} />
            <PrintButton of={leave} template="leaveForm" label="请假申请表" ids={rows.map(r => r.id)} />
          </>
        )}
        phoneCard={row => <PhoneCard row={row} onOpen={() => setOpened({ what: 'show', row })} />}
      />
      <Suspense>
        {opened?.what === 'apply' ? <StaffForm onClose={close} /> : null}
        {opened?.what === 'show' ? <LeavePanel row={opened.row} onClose={close} /> : null}
      </Suspense>
    </>
  )
}
const Who = ({ row, onOpen }: { row: LeaveRow; onOpen: () => void }) => (
  <button type="button" className="ql-link" onClick={onOpen}>
    {row.studentName}
  </button>
)
const PhoneCard = ({ row, onOpen }: { row: LeaveRow; onOpen: () => void }) => (
  <button type="button" className={style.phone} onClick={onOpen}>
    <Row as="span" gap={3} spread="between">
      <b>
        {row.studentName} {t(row.typeName ?? '')} {daysText(row.days)}
      </b>
      <StateTag of={leaveStates} state={row.state} />
    </Row>
    <span>{spanText(row)}</span>
    <small>{row.className}</small>
  </button>
)
