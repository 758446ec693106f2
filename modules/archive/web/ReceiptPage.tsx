import { MailCheck, Undo2 } from 'lucide-react'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { archiveDispatch, dispatchStates } from '../model/archive-dispatch.ts'
import { giveBackLetter, recordReceipt } from '../model/dispatch-actions.ts'

const VIEWS = {
  waiting: { label: '等回执', where: { state: 'sent' }, sort: ['sentOn'] },
  delivered: { label: '已回执', where: { state: 'delivered' }, sort: ['-receiptOn'] },
  returned: { label: '已退回', where: { state: 'returned' } },
} as const
const CHANGES = ['archiveFile', 'archiveMove']
/** 档案管理 → 回执: letters that are out, longest first. */
export default function ReceiptPage() {
  return (
    <EntityTable<typeof archiveDispatch>
      of={archiveDispatch}
      title={t('回执')}
      views={useView(VIEWS)}
      columns={[
        { key: 'letterNo', width: 120 },
        { key: 'recipientUnit', width: 240, align: 'left' },
        { key: 'carrier', width: 90 },
        { key: 'trackingNo', width: 170 },
        { key: 'count', width: 80 },
        { key: 'sentOn', width: 150 },
        { key: 'receiptOn', width: 120 },
        { key: 'state', width: 100 },
        { key: 'reason', width: 200, align: 'left' },
        { key: 'receiptFiles', hidden: true },
      ]}
      facts={['recipientUnit', 'sentOn', 'trackingNo']}
      filters={['letterNo', 'carrier', 'sentOn', 'receiptOn']}
      rowActions={row =>
        dispatchStates.allows(row, 'receipt')
          ? [
              <FormButton key="receipt" of={recordReceipt} input={{ id: row.id }} icon={<MailCheck size={15} />} changes={CHANGES} done={t('已登记')} />,
              <FormButton
                key="back"
                of={giveBackLetter}
                input={{ id: row.id }}
                icon={<Undo2 size={15} />}
                changes={CHANGES}
                note={t('档案回到库里，核对去向后重新转递。')}
                done={t('已登记')}
              />,
            ]
          : []
      }
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('寄出的档案到了没有。超过期限没有回执的，会有待办。'),
  who: t('档案管理员和学工处。'),
  first: t('收到回执，点“登记回执”，可附照片；被退回的点“登记退回”。'),
})
