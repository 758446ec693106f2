import { ActionForm } from '#web/forms/ActionForm.tsx'
import { t } from '#web/i18n/index.ts'
import type { Shown } from '#web/records/columns.ts'
import { type notice, rejectNotice } from '../model/notice.ts'

/** Rejects a notice, with a reason for its author. */
export default function RejectForm({ row, onClose }: { row: Shown<typeof notice>; onClose: () => void }) {
  return <ActionForm of={rejectNotice} input={{ id: row.id }} title={t('退回“{{title}}”', { title: row.title })} onClose={onClose} />
}
