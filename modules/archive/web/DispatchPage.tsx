import { Ban, FileInput } from 'lucide-react'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { PrintButton } from '#web/print/PrintButton.tsx'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { useCan } from '#web/session/useCan.ts'
import { archiveDispatch, dispatchStates } from '../model/archive-dispatch.ts'
import { enterTracking, sendLetter, voidLetter } from '../model/dispatch-actions.ts'
import { SendDesk } from './SendDesk.tsx'

const VIEWS = {
  packing: { label: '待寄出', where: { state: 'packing' }, sort: ['letterNo'] },
  sent: { label: '已寄出', where: { 'state.in': 'sent,delivered,returned' } },
  all: { label: '全部' },
} as const
const CHANGES = ['archiveFile']
/** 档案管理 → 转递批次: labels and lists are printed, files scanned into their envelopes, envelopes sent. */
export default function DispatchPage() {
  const views = useView(VIEWS)
  const maySend = useCan(sendLetter.permission)
  return (
    <Page title={t('转递批次')}>
      <Stack gap={4}>
        {maySend ? <SendDesk /> : null}
        <EntityTable<typeof archiveDispatch>
          of={archiveDispatch}
          title={t('转递函')}
          isPart
          views={views}
          toolbar={<FormButton of={enterTracking} input={{}} icon={<FileInput size={15} />} changes={CHANGES} done={t('已登记')} />}
          columns={[
            { key: 'letterNo', width: 120 },
            { key: 'batchNo', width: 140 },
            { key: 'recipientUnit', width: 220, align: 'left' },
            { key: 'address', width: 220, align: 'left' },
            { key: 'contact', width: 130 },
            { key: 'carrier', width: 90 },
            { key: 'trackingNo', width: 160 },
            { key: 'count', width: 80 },
            { key: 'packed', width: 90 },
            { key: 'state', width: 100 },
            { key: 'sentOn', width: 150 },
            ...(['waiver', 'sentBy', 'receiptOn', 'reason'] as const).map(key => ({ key, hidden: true })),
          ]}
          facts={['recipientUnit', 'carrier', 'count']}
          filters={['batchNo', 'carrier', 'state', 'sentOn']}
          rowActions={row => [
            dispatchStates.allows(row, 'voidLetter') ? (
              <FormButton
                key="void"
                of={voidLetter}
                input={{ id: row.id }}
                icon={<Ban size={15} />}
                danger
                changes={CHANGES}
                note={t('函号不再使用，里面的档案可以重新转递。')}
                done={t('已作废')}
              />
            ) : null,
          ]}
          batchActions={rows => {
            const ids = rows.map(r => r.id)
            return (
              <>
                <PrintButton of={archiveDispatch} template="archiveLabel" label="档案封面标签" ids={ids} />
                <PrintButton of={archiveDispatch} template="archiveLetter" label="档案转递通知单" ids={ids} />
              </>
            )
          }}
        />
      </Stack>
    </Page>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('把密封好的档案按去向编函、装袋、寄出。EMS 清单按批次号筛选后导出。'),
  who: t('档案管理员和学工处。'),
  first: t('在“档案列表”里勾选已密封的档案，点“生成转递”；打印标签，再到这里扫码装袋。'),
})
