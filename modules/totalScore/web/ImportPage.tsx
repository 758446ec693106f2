import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { pointImport } from '../model/point-import.ts'

export const about: PageFile['about'] = () => ({
  use: t('把别的系统或纸面名单里的加减分一次导入，逐行核对后记入积分台账。'),
  who: t('学工处、团委、学院和辅导员，限看得到的学生。'),
  first: t('考核项目的来源要选“导入”。以流水号为准，重复导入不会重复计分；扣分的学生会收到通知。'),
})
/** 总分考核 → 加减分导入: lines of sheets; what became of them stands in the ledger. */
export default function ImportPage() {
  return (
    <EntityTable<typeof pointImport>
      of={pointImport}
      title={t('加减分导入')}
      columns={[
        { key: 'refNo', width: 170, align: 'left' },
        { key: 'studentNo', width: 140 },
        { key: 'studentId', width: 110, align: 'left' },
        { key: 'itemId', width: 200, align: 'left' },
        { key: 'points', width: 80 },
        { key: 'quantity', width: 110 },
        { key: 'occurredOn', width: 120 },
        { key: 'reason', width: 200, align: 'left' },
      ]}
      filters={['studentId', 'itemId', 'occurredOn']}
      facts={['itemId', 'points', 'occurredOn']}
    />
  )
}
