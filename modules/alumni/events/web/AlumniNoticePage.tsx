import { ActionButton } from '#web/forms/ActionButton.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useRead } from '#web/records/useRead.ts'
import { useView } from '#web/records/ViewSwitch.tsx'
import { alumniNotice, alumniNoticeRead, noticeStates, pinNotice, previewNotice, publishNotice, withdrawNotice } from '../model/alumni-notice.ts'
import { NOTICE_CHANGES } from './labels.ts'
import { Reach } from './Reach.tsx'
import { RegionsInput } from './RegionsInput.tsx'

const VIEWS = {
  office: { label: '办公室发布', where: { 'clubId.isNull': 'true' } },
  clubs: { label: '校友会发布', where: { 'clubId.isNull': 'false' } },
  reads: { label: '阅读情况' },
} as const
const Counts = ({ id }: { id: string }) => <Reach read={useRead(previewNotice, { id })} />
/** 校友通知: of the office and of clubs, and who has read them. */
export default function AlumniNoticePage() {
  const views = useView(VIEWS)
  if (views.view === 'reads')
    return (
      <EntityTable<typeof alumniNoticeRead>
        of={alumniNoticeRead}
        title={t('校友通知阅读#many')}
        views={views}
        columns={[
          { key: 'noticeId', width: 240, align: 'left' },
          { key: 'alumnusId', width: 120 },
          { key: 'isTold', width: 100 },
          { key: 'readAt', width: 170 },
        ]}
        facts={['noticeId', 'readAt']}
        filters={['noticeId', 'isTold', 'readAt']}
      />
    )
  return (
    <EntityTable<typeof alumniNotice>
      of={alumniNotice}
      title={t('校友通知#many')}
      views={views}
      columns={[
        { key: 'title', width: 240, align: 'left' },
        { key: 'publishAt', width: 170 },
        { key: 'told', width: 90 },
        { key: 'reads', width: 90 },
        { key: 'isPinned', width: 80 },
        { key: 'state', width: 100 },
        ...(['clubId', 'yearFrom', 'yearTo', 'majorNames', 'clubIds'] as const).map(key => ({ key, hidden: true })),
      ]}
      facts={['publishAt', 'told', 'reads']}
      filters={['state', 'publishAt']}
      rowActions={row => [
        noticeStates.allows(row, 'publish') ? (
          <ActionButton key="publish" of={publishNotice} input={{ id: row.id }} type="primary" changes={NOTICE_CHANGES} confirm={<Counts id={row.id} />} />
        ) : null,
        noticeStates.allows(row, 'pin') ? (
          <ActionButton key="pin" of={pinNotice} input={{ id: row.id, isPinned: !row.isPinned }} changes={NOTICE_CHANGES}>
            {row.isPinned ? t('取消置顶') : t('置顶')}
          </ActionButton>
        ) : null,
        noticeStates.allows(row, 'withdraw') ? (
          <ActionButton key="withdraw" of={withdrawNotice} input={{ id: row.id }} danger changes={NOTICE_CHANGES} confirm={t('撤回后校友看不到这条通知。')} />
        ) : null,
      ]}
      form={{
        layout: [
          { title: '内容', fields: ['title', 'content', 'publishAt'] },
          { title: '发送范围', fields: ['yearFrom', 'yearTo', 'majorNames', { field: 'regions', render: props => <RegionsInput {...props} /> }, 'clubIds'] },
        ],
      }}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('给校友发通知：按毕业年份、专业、地区和校友会选人。'),
  who: t('校友工作办公室；校友会负责人给自己的会员发。没有同意联系的校友不会收到消息，登录后看得到。'),
  first: t('写好保存，发布前核对人数；范围都不填就是全体校友。'),
})
