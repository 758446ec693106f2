import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { waybillEvent } from '../model/letter-waybill.ts'

/** 录取通知书 → 物流: what carriers tell, by their interface or an imported sheet. */
export default function EventPage() {
  return (
    <EntityTable<typeof waybillEvent>
      of={waybillEvent}
      title={t('物流')}
      verbs={['add', 'import', 'export']}
      columns={[
        { key: 'happenedAt', width: 160 },
        { key: 'waybill', width: 170 },
        { key: 'studentId', title: t('新生'), width: 120, align: 'left' },
        { key: 'kind', width: 110 },
        { key: 'place', width: 220, align: 'left' },
      ]}
      filters={['kind', 'happenedAt']}
      form={{ layout: ['waybill', 'kind', 'happenedAt', 'place'] }}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('承运方告知的揽收、派送、签收和退回。'),
  who: t('招生办。'),
  first: t('设置了物流查询的，每两小时自动查一次；其余的导入承运方给的表格。'),
})
