import { HandHelping, Undo2 } from 'lucide-react'
import { ApprovalsLink } from '#modules/workflow/cases/web/public/ApprovalsLink.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { PrintButton } from '#web/print/PrintButton.tsx'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { archiveBorrow, askBorrow, borrowStates, lendFile, takeBack } from '../model/archive-borrow.ts'

const VIEWS = {
  open: { label: '办理中', where: { 'state.in': 'pending,returned,approved' } },
  lent: { label: '借出', where: { state: 'lent' } },
  all: { label: '全部' },
} as const
const CHANGES = ['archiveFile', 'archiveMove']
/** 档案管理 → 借阅: asked for, approved, lent, given back. */
export default function BorrowPage() {
  return (
    <EntityTable<typeof archiveBorrow>
      of={archiveBorrow}
      title={t('借阅')}
      views={useView(VIEWS)}
      toolbar={
        <>
          <ApprovalsLink of="archiveBorrow" />
          <FormButton
            of={askBorrow}
            type="primary"
            initial={{ onSite: true }}
            note={t('凭介绍信借阅，由档案管理员和学工处审批。不能借给学生本人或家人。')}
            done={t('已提交审批')}
          />
        </>
      }
      columns={[
        { key: 'person', width: 110, align: 'left' },
        { key: 'unit', width: 180, align: 'left' },
        { key: 'studentNo', width: 130 },
        { key: 'studentId', width: 110, align: 'left' },
        { key: 'fileId', width: 150 },
        { key: 'purpose', width: 220, align: 'left' },
        { key: 'onSite', width: 120 },
        { key: 'dueOn', width: 120 },
        { key: 'state', width: 100 },
        { key: 'lentAt', width: 150 },
        { key: 'returnedAt', hidden: true },
        { key: 'applicantId', hidden: true },
        { key: 'letter', hidden: true },
      ]}
      facts={['unit', 'studentId', 'dueOn']}
      filters={['studentId', 'state', 'dueOn']}
      rowActions={row => [
        borrowStates.allows(row, 'lend') ? (
          <ActionButton
            key="lend"
            of={lendFile}
            input={{ id: row.id }}
            icon={<HandHelping size={15} />}
            changes={CHANGES}
            confirm={t('把档案交给{{person}}。', { person: row.person })}
          />
        ) : null,
        borrowStates.allows(row, 'giveBack') ? (
          <ActionButton key="back" of={takeBack} input={{ id: row.id }} icon={<Undo2 size={15} />} changes={CHANGES} confirm={t('档案已归还，材料与目录一致。')} />
        ) : null,
      ]}
      batchActions={rows => <PrintButton of={archiveBorrow} template="archiveBorrow" label="档案借阅单" ids={rows.map(r => r.id)} />}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('单位凭介绍信借阅学生档案。'),
  who: t('学院和辅导员申请，档案管理员和学工处审批、借出、收回。'),
  first: t('点“申请借阅”；批准后点“借出”，归还后点“归还”。'),
})
