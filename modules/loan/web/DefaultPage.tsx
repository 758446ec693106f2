import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { loanDefault } from '../model/default.ts'

/** 助学贷款 → 逾期名单: named by banks; amounts open with a reason. */
export default function DefaultPage() {
  return (
    <EntityTable<typeof loanDefault>
      of={loanDefault}
      title={t('逾期名单')}
      columns={[
        { key: 'studentId', title: t('学生'), width: 130, align: 'left' },
        { key: 'bank', width: 130 },
        { key: 'asOf', width: 130 },
        { key: 'overdue', width: 130 },
        { key: 'days', width: 100 },
        { key: 'note', align: 'left' },
      ]}
      facts={['bank', 'asOf']}
      filters={['studentId', 'bank', 'asOf']}
    />
  )
}
