import { Suspense } from 'react'
import { lazily } from '#web/base/chunk.ts'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { LayoutOf } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useView } from '#web/records/ViewSwitch.tsx'
import { pinContent, submitContent, withdrawContent } from '../model/actions.ts'
import { contentItem } from '../model/content-item.ts'

const ItemPanel = lazily(() => import('./ItemPanel.tsx'))
const VIEWS = {
  all: '全部',
  review: { label: '待审核', where: { state: 'reviewing' } },
  soon: { label: '上线日程', where: { state: ['scheduled', 'published'] }, sort: ['publishAt'] },
  ends: { label: '下线日程', where: { state: 'published' }, sort: ['expireAt'] },
} as const
const LAYOUT: LayoutOf<typeof contentItem> = [
  { title: '内容', fields: ['channelId', 'title', 'summary', 'body', 'attachments', 'cover', 'coverAlt'] },
  { title: '发布', fields: ['audience', 'sourceDeptId', 'contact', 'publishAt', 'expireAt'] },
  { title: '英文', fields: ['titleEn', 'summaryEn', 'bodyEn'] },
  { title: '繁体', note: '不填由简体转换', fields: ['titleTw', 'summaryTw', 'bodyTw'] },
]
/** 网站管理 → 内容: write, have reviewed, schedule and withdraw what the public pages say. */
export default function ContentItemPage() {
  const [params, , put] = useOwnParams()
  const views = useView(VIEWS)
  const openId = params.get('id')
  const show = (id: string | undefined) => put({ id })
  return (
    <>
      <EntityTable<typeof contentItem>
        of={contentItem}
        title={t('网站内容')}
        views={views}
        columns={[
          { key: 'title', width: 300, align: 'left' },
          'state',
          { key: 'channelId', width: 120 },
          { key: 'audience', width: 110 },
          { key: 'publishAt', width: 150 },
          { key: 'expireAt', width: 150 },
          { key: 'views', width: 90 },
          { key: 'pinnedUntil', width: 150 },
          { key: 'sourceDeptId', hidden: true },
          { key: 'authorId', hidden: true },
          { key: 'reviewerId', hidden: true },
          { key: 'lastNo', hidden: true },
          { key: 'liveNo', hidden: true },
        ]}
        filters={['channelId', 'channelId.code', 'state', 'audience', 'sourceDeptId', 'publishAt']}
        form={{ layout: LAYOUT, size: 720 }}
        onOpen={row => show(row.id)}
        rowActions={row => [
          { label: t('预览和审核'), onClick: () => show(row.id) },
          <FormButton key="submit" of={submitContent} input={{ id: row.id }} note={t('有身份证号、手机号等问题时要写理由，审核人会看到。')} />,
          <FormButton key="pin" of={pinContent} input={{ id: row.id }} initial={{ pinnedUntil: row.pinnedUntil }} />,
          <FormButton key="withdraw" of={withdrawContent} input={{ id: row.id }} danger note={t('撤回后 10 秒内网站上就看不到它，附件也打不开。')} />,
        ]}
      />
      <Suspense>{openId ? <ItemPanel key={openId} id={openId} onClose={() => show(undefined)} /> : null}</Suspense>
    </>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('写网站上的公告、指南和下载，审核后按时上线、到期下线。'),
  who: t('学工处、招生办和各院系；审核人不能是作者。'),
  first: t('新增一条，提交审核；审核通过后到发布时间自动出现在网站上。'),
})
