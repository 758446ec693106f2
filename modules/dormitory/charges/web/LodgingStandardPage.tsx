import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { lodgingStandard } from '../model/lodging-standard.ts'

/** 宿舍管理 → 住宿费标准: prices of beds; a building's own price takes precedence. */
export default function LodgingStandardPage() {
  return (
    <EntityTable<typeof lodgingStandard>
      of={lodgingStandard}
      title={t('住宿费标准#many')}
      columns={[
        { key: 'xn', width: 130, align: 'left' },
        { key: 'roomType', width: 160 },
        { key: 'dormId', width: 200, render: row => row.dormName ?? t('全部楼栋') },
        { key: 'amount', width: 140 },
        { key: 'note', align: 'left' },
      ]}
      filters={['xn', 'roomType', 'dormId']}
      form={{ layout: ['xn', 'roomType', 'dormId', 'amount', 'note'] }}
    />
  )
}
