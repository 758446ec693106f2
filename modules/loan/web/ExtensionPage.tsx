import { collegeFilter } from '#modules/campus/web/grades.ts'
import { ApprovalsLink } from '#modules/workflow/cases/web/public/ApprovalsLink.tsx'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { loanExtension } from '../model/extension.ts'

const VIEWS = { pending: { label: '审批中', where: { state: 'pending' } }, approved: { label: '已展期', where: { state: 'approved' } }, all: { label: '全部' } } as const
/** 助学贷款 → 深造展期: borrowers who study on. */
export default function ExtensionPage() {
  return (
    <EntityTable<typeof loanExtension>
      of={loanExtension}
      title={t('深造展期')}
      verbs={['export']}
      views={useView(VIEWS)}
      toolbar={<ApprovalsLink of="loanExtension" />}
      columns={[
        { key: 'studentNo', width: 130 },
        { key: 'studentId', title: t('学生'), width: 110, align: 'left' },
        { key: 'school', align: 'left' },
        { key: 'study', width: 180 },
        { key: 'from', width: 120 },
        { key: 'until', width: 120 },
        { key: 'state', width: 110 },
        { key: 'proofs', hidden: true },
      ]}
      facts={['school', 'study', 'until']}
      filters={['studentId', collegeFilter, 'study', 'state', 'until']}
    />
  )
}
