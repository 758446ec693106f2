import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { overviewBlock } from '../model/pieces.ts'

/** 网站管理 → 学校概况: what the overview consists of. */
export default function OverviewBlockPage() {
  return (
    <EntityTable
      of={overviewBlock}
      title={t('学校概况')}
      columns={[{ key: 'title', width: 220, align: 'left' }, 'kind', { key: 'channelId', width: 130 }, { key: 'sort', width: 80 }, 'isEnabled']}
      filters={['channelId', 'kind', 'isEnabled']}
      form={{
        size: 720,
        layout: [
          {
            title: '内容',
            fields: [
              'channelId',
              'kind',
              'title',
              { field: 'content', when: values => values.kind !== 'picture' },
              { field: 'picture', when: values => values.kind === 'picture' || values.kind === 'map' },
              { field: 'alt', when: values => values.kind === 'picture' || values.kind === 'map' },
              { field: 'position', when: values => values.kind === 'map' },
              'sort',
              'isEnabled',
            ],
          },
          { title: '英文', fields: ['titleEn', 'contentEn'] },
          { title: '繁体', fields: ['titleTw'] },
        ],
      }}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('学校概况由文字、数字、图片、地图和联系方式组成，按排序显示。'),
  who: t('学工处和招生办。'),
  first: t('先写一段文字，再加数字和地图。'),
})
