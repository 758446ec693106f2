import { collegeFilter } from '#modules/campus/web/grades.ts'
import { ApprovalsLink } from '#modules/workflow/cases/web/public/ApprovalsLink.tsx'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { signMakeup } from '../model/sign-line.ts'

/** 签到管理 → 补签: make-ups of the reader's students, with a link to pending approvals. */
export default function MakeupPage() {
  return (
    <EntityTable
      of={signMakeup}
      title={t('补签#many')}
      toolbar={<ApprovalsLink of="signMakeup" />}
      columns={[
        { key: 'studentId', title: t('学生'), width: 120, align: 'left' },
        { key: 'studentNo', width: 150 },
        { key: 'classId', width: 128 },
        { key: 'taskName', width: 200 },
        { key: 'date', width: 120 },
        { key: 'reason', width: 240 },
        { key: 'proof', hidden: true },
        { key: 'state', width: 110 },
      ]}
      filters={['studentId', collegeFilter, 'classId', 'state', 'date']}
    />
  )
}
