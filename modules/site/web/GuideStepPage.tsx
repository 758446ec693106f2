import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { guideStep } from '../model/pieces.ts'

/** 网站管理 → 办事指南: the steps, in their order. */
export default function GuideStepPage() {
  return (
    <EntityTable
      of={guideStep}
      columns={[
        { key: 'no', width: 90 },
        { key: 'title', width: 220, align: 'left' },
        { key: 'channelId', width: 130 },
        { key: 'whenText', width: 180, align: 'left' },
        { key: 'venueId', width: 150 },
        'isEnabled',
      ]}
      filters={['channelId', 'isEnabled']}
      form={{
        size: 720,
        layout: [
          { title: '内容', fields: ['channelId', 'no', 'title', 'who', 'whenText', 'venueId', 'materials', 'link', 'isEnabled'] },
          { title: '英文', fields: ['titleEn', 'whoEn', 'whenTextEn', 'materialsEn'] },
          { title: '繁体', fields: ['titleTw'] },
        ],
      }}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('指南一步一步写：谁来办、什么时候、在哪里、带什么。'),
  who: t('学工处和招生办。'),
  first: t('从第 1 步写起；网站上按步骤排成时间线。'),
})
