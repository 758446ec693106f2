import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { markPrinted, resumeBatch } from '../model/actions.ts'
import { letterBatch } from '../model/letter-batch.ts'
import { layWaybills } from '../model/sending-actions.ts'

const CHANGES = ['letterBatch', 'admissionLetter']
/** 录取通知书 → 打印批次: a file of each, in the order of the numbers. */
export default function BatchPage() {
  return (
    <EntityTable<typeof letterBatch>
      of={letterBatch}
      title={t('打印批次#many')}
      verbs={[]}
      columns={[
        { key: 'batchNo', width: 120 },
        { key: 'count', width: 80 },
        { key: 'firstNo', width: 150 },
        { key: 'lastNo', width: 150 },
        { key: 'state', width: 110 },
        { key: 'fileId', width: 160 },
        { key: 'note', width: 220, align: 'left' },
        { key: 'runId', width: 200, align: 'left' },
        { key: 'orderedBy', hidden: true },
        { key: 'year', hidden: true },
      ]}
      filters={['state', 'runId']}
      rowActions={row => [
        <ActionButton key="resume" of={resumeBatch} input={{ id: row.id }} changes={CHANGES} />,
        <ActionButton key="printed" of={markPrinted} input={{ id: row.id }} changes={CHANGES} confirm={t('{{n}} 份已全部打印，下一步封装', { n: row.count })} />,
        row.state === 'printed' ? (
          <FormButton
            key="waybills"
            of={layWaybills}
            input={{ id: row.id }}
            initial={{ carrier: 'ems' }}
            changes={['letterWaybill']}
            note={t('{{first}} 到 {{last}}：第一个运单配第一份，依次往下。封装时仍逐份扫码核对。', { first: row.firstNo, last: row.lastNo })}
          />
        ) : null,
      ]}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('生成好的通知书按编号分批，每批一个合并文件和每人一个文件。'),
  who: t('招生办和印刷人员。'),
  first: t('下载合并文件打印，打印完点“已打印”，再按顺序配运单；失败的批次改好后点“继续生成”。'),
})
