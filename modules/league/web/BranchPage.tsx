import { t } from '#web/i18n/index.ts'
import { PrintButton } from '#web/print/PrintButton.tsx'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { leagueBranch } from '../model/branch.ts'

/** 团费管理 → 团支部: branches and the committees above them; the college names each branch's secretary here. */
export default function BranchPage() {
  return (
    <EntityTable<typeof leagueBranch>
      of={leagueBranch}
      title={t('团支部#many')}
      columns={[
        { key: 'name', align: 'left' },
        { key: 'code', width: 120, align: 'left' },
        { key: 'level', width: 110 },
        { key: 'parentId', width: 180, align: 'left' },
        { key: 'secretaryId', width: 120 },
        { key: 'members', width: 90 },
        { key: 'remitted', width: 120 },
        { key: 'departmentId', hidden: true },
        { key: 'classId', hidden: true },
        { key: 'founded', hidden: true },
      ]}
      filters={['level', 'departmentId', 'parentId']}
      rowActions={row => [<PrintButton key="fees" of={leagueBranch} template="leagueBranchFees" label={t('团费收缴证明')} ids={[row.id]} />]}
      form={{
        layout: [
          'code',
          'name',
          'level',
          'parentId',
          'departmentId',
          { field: 'classId', when: v => v.level === 'branch' },
          { field: 'secretaryId', when: v => v.level === 'branch' },
          'founded',
        ],
      }}
    />
  )
}
