import { BadgeCheck, RotateCcw } from 'lucide-react'
import { collegeFilter } from '#modules/campus/web/grades.ts'
import { CASE_CHANGES } from '#modules/workflow/applications/web/public/MyApplication.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { PrintButton } from '#web/print/PrintButton.tsx'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { fileTransfer, markSynced, retryEffect, reverseChange } from '../model/actions.ts'
import { statusChange } from '../model/status-change.ts'
import { ForStudent } from './ForStudent.tsx'

const VIEWS = {
  all: { label: '全部', sort: ['-createdAt'] },
  pending: { label: '待审批', where: { state: 'pending' }, sort: ['effectiveDate'] },
  scheduled: { label: '待生效', where: { effectState: 'scheduled' }, sort: ['effectiveDate'] },
  filing: { label: '待备案', where: { effectState: 'effective', 'filingDueAt.isNull': 'false', 'filedOn.isNull': 'true' }, sort: ['effectiveDate'] },
  sync: { label: '待标注', where: { nationalSync: 'todo' }, sort: ['effectiveDate'] },
  away: { label: '休学和保留中', where: { period: 'running' }, sort: ['until'] },
  over: { label: '期满未申请', where: { period: 'over' }, sort: ['until'] },
} as const
const STUDENT = ['student', 'dormStay', ...CASE_CHANGES] as const

/** 学籍异动 → 异动申请: changes in the reader's scope, what is due, and what ran out (Order 41, Article 30). */
export default function ChangePage() {
  const views = useView(VIEWS)
  const { view } = views
  return (
    <EntityTable<typeof statusChange>
      of={statusChange}
      title={t('学籍异动')}
      views={views}
      toolbar={<ForStudent />}
      columns={[
        { key: 'studentNo', width: 130 },
        { key: 'studentId', title: t('学生'), width: 110, align: 'left' },
        { key: 'typeId', width: 120 },
        { key: 'fromStatus', width: 100 },
        { key: 'toStatus', width: 100 },
        { key: 'fromClassId', width: 120 },
        { key: 'toClassId', width: 120 },
        { key: 'effectiveDate', width: 110 },
        { key: 'until', width: 110, hidden: view !== 'away' && view !== 'over' },
        { key: 'daysLeft', width: 90, hidden: view !== 'away' },
        { key: 'otherSchool', width: 160, align: 'left', hidden: view !== 'filing' },
        { key: 'filingDueAt', width: 160, hidden: view !== 'filing' },
        { key: 'state', width: 100 },
        { key: 'effectState', width: 100 },
        { key: 'nationalSync', width: 100 },
        { key: 'problem', width: 220, align: 'left', hidden: view !== 'scheduled' },
        ...(
          [
            'classId',
            'departmentId',
            'reasonCode',
            'docNo',
            'changeNo',
            'applyWay',
            'otherLevel',
            'admissionScore',
            'lineScore',
            'filedOn',
            'filingNo',
            'period',
            'effectiveAt',
            'meetingNo',
          ] as const
        ).map(key => ({
          key,
          hidden: true,
        })),
      ]}
      facts={['typeId', 'effectiveDate', 'classId']}
      filters={['studentId', collegeFilter, 'classId', 'typeId', 'reasonCode', 'effectiveDate', 'state', 'effectState', 'nationalSync']}
      rowActions={row => [
        row.effectState === 'effective' && !row.reversesId ? (
          <FormButton
            key="reverse"
            of={reverseChange}
            input={{ id: row.id }}
            changes={STUDENT}
            danger
            icon={<RotateCcw size={15} />}
            note={t('恢复这次异动以前的状态和班级，从今天起。')}
          >
            {t('撤销')}
          </FormButton>
        ) : null,
        row.effectState === 'scheduled' && row.problem ? (
          <ActionButton key="retry" of={retryEffect} input={{ id: row.id }} changes={STUDENT} done={t('已生效')}>
            {t('重新生效')}
          </ActionButton>
        ) : null,
        row.effectState === 'effective' && row.filingDueAt && !row.filedOn ? (
          <FormButton key="file" of={fileTransfer} input={{ id: row.id }} changes={['statusChange']} done={t('已登记')} />
        ) : null,
        row.state === 'approved' ? <PrintButton key="print" of={statusChange} template="changeNotice" label={t('异动通知书')} ids={[row.id]} /> : null,
      ]}
      batchActions={rows => (
        <>
          <ActionButton of={markSynced} input={{ ids: rows.map(r => r.id) }} icon={<BadgeCheck size={15} />} confirm={t('登记这些异动已在学信网标注')} done={t('已登记')}>
            {t('已标注')}
          </ActionButton>
          <PrintButton of={statusChange} template="changeNotice" label={t('异动通知书')} ids={rows.map(r => r.id)} />
        </>
      )}
    />
  )
}
