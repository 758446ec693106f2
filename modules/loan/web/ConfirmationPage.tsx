import { collegeFilter } from '#modules/campus/web/grades.ts'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { loanConfirmation } from '../model/confirmation.ts'

const VIEWS = { open: { label: '待确认', where: { state: 'open' } }, confirmed: { label: '已确认', where: { state: 'confirmed' } } } as const
/** 助学贷款 → 毕业确认. */
export default function ConfirmationPage() {
  return (
    <EntityTable<typeof loanConfirmation>
      of={loanConfirmation}
      title={t('毕业确认')}
      verbs={['export']}
      views={useView(VIEWS)}
      columns={[
        { key: 'studentId', title: t('学生'), width: 110, align: 'left' },
        { key: 'studentNo', width: 130 },
        { key: 'loans', width: 90 },
        { key: 'balance', width: 130 },
        { key: 'contactsAt', width: 160 },
        { key: 'confirmedAt', width: 160 },
        { key: 'firstPayOn', width: 120 },
        { key: 'monthly', width: 120 },
        { key: 'state', width: 100 },
        ...(['phone', 'otherPhone', 'email', 'address', 'months', 'signature', 'loanId'] as const).map(key => ({ key, hidden: true })),
      ]}
      facts={['loans', 'balance', 'confirmedAt']}
      filters={['studentId', collegeFilter, 'state', 'confirmedAt']}
    />
  )
}
