import { collegeFilter } from '#modules/campus/web/grades.ts'
import { ApprovalsLink } from '#modules/workflow/cases/web/public/ApprovalsLink.tsx'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { feeApplication } from '../model/fee-application.ts'

const VIEWS = {
  all: { label: '全部' },
  pending: { label: '审批中', where: { state: 'pending' } },
} as const
/** 缴费管理 → 缴费申请: applications in the reader's scope, and those that wait for a decision. */
export default function RequestListPage() {
  const views = useView(VIEWS, { label: t('缴费申请') })
  return (
    <EntityTable<typeof feeApplication>
      of={feeApplication}
      title={t('缴费申请#many')}
      verbs={['export']}
      views={views}
      toolbar={<ApprovalsLink of="feeApplication" />}
      columns={[
        { key: 'studentId', title: t('学生'), width: 120, align: 'left' },
        { key: 'studentNo', width: 140 },
        { key: 'kind', width: 90 },
        { key: 'items', align: 'left' },
        { key: 'amount', width: 120 },
        { key: 'until', width: 120 },
        { key: 'state', width: 110 },
        { key: 'rest', width: 120 },
        { key: 'createdAt', width: 160 },
        { key: 'classId', hidden: true },
        { key: 'departmentId', hidden: true },
        { key: 'reason', hidden: true },
        { key: 'decidedAt', hidden: true },
      ]}
      filters={['studentId', collegeFilter, 'kind', 'state', 'decidedAt']}
    />
  )
}
