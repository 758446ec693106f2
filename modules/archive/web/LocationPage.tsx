import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { archiveLocation } from '../model/archive-location.ts'

/** 档案管理 → 库位: rooms, cabinets, layers and boxes. */
export default function LocationPage() {
  return (
    <EntityTable<typeof archiveLocation>
      of={archiveLocation}
      title={t('库位')}
      columns={[
        { key: 'code', width: 140 },
        { key: 'name', align: 'left' },
        { key: 'kind', width: 100 },
        { key: 'parentId', width: 200, align: 'left' },
      ]}
      filters={['kind', 'parentId']}
      form={{ layout: ['code', 'name', 'kind', 'parentId'] }}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('库房、柜、层、盒。编号贴在柜上，扫码用。'),
  who: t('档案管理员和学工处。'),
  first: t('先建库房，再往下建柜、层、盒。'),
})
