import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { welcomeScan } from '../model/scan.ts'

/** 迎新 → 扫码记录: every scan and what was undone. */
export default function ScanPage() {
  return (
    <EntityTable<typeof welcomeScan>
      of={welcomeScan}
      columns={[
        { key: 'at', width: 160 },
        { key: 'studentId', width: 120, align: 'left' },
        { key: 'stepCode', width: 120 },
        { key: 'pointId', width: 180, align: 'left' },
        { key: 'by', width: 120 },
        { key: 'kind', width: 80 },
        { key: 'channel', width: 100 },
        { key: 'idChecked', width: 110 },
      ]}
      filters={['batchId', 'pointId', 'kind', 'channel', 'at']}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('每一次扫码和撤销，谁在哪里扫的。'),
  who: t('招生办和学工处看全校，学院和辅导员看自己的学生。'),
  first: t('按办理点或时间筛选。'),
})
