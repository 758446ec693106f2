import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { contentChannel } from '../model/channel.ts'

/** 网站管理 → 栏目. */
export default function ContentChannelPage() {
  return (
    <EntityTable
      of={contentChannel}
      columns={[
        { key: 'name', width: 180, align: 'left' },
        'code',
        { key: 'sites', width: 200 },
        'sort',
        'isEnabled',
        { key: 'nameEn', hidden: true },
        { key: 'nameTw', hidden: true },
      ]}
      filters={['code', 'isEnabled']}
      form={{ layout: ['code', 'name', 'nameEn', 'nameTw', 'sites', 'sort', 'isEnabled'] }}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('网站有哪些栏目，显示在门户、迎新区还是考试区。'),
  who: t('学工处和招生办。'),
  first: t('新增栏目，选好种类和网站；停用的栏目立即从网站上消失。'),
})
