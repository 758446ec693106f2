import { Pin } from 'lucide-react'
import { Suspense, useState } from 'react'
import { type Entity, permissionKey } from '#model'
import type { Audience } from '#modules/system/model/audience.ts'
import { audienceInput } from '#modules/system/web/AudienceInput.tsx'
import { lazily } from '#web/base/chunk.ts'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import type { LayoutOf } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import type { Shown } from '#web/records/columns.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { EntityForm } from '#web/records/lazy-dialogs.ts'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useSession } from '#web/session/useCan.ts'
import { formatNumber } from '#web/values/format.ts'
import { approveNotice, notice, pinNotice, publishNotice, rejectNotice, remindUnread, withdrawNotice } from '../model/notice.ts'
import style from './office.module.css'

const NoticePanel = lazily(() => import('./NoticePanel.tsx'))
const RejectForm = lazily(() => import('./RejectForm.tsx'))
type Row = Shown<typeof notice>

/** 通知与消息 → 通知公告: write, publish and track notices within one's scope. */
export default function NoticePage() {
  const [params, , put] = useOwnParams()
  const { can } = useSession()
  const [rejecting, setRejecting] = useState<Row>()
  const show = (id: string | undefined) => put({ id })
  const openId = params.get('id')
  /** A notice to whom a saved query finds, begun on the page of the query. */
  const toQuery = params.get('toQuery')
  return (
    <>
      <EntityTable
        of={notice}
        columns={[
          { key: 'title', width: 300, render: row => <Title row={row} onOpen={() => show(row.id)} /> },
          'state',
          'noticeType',
          { key: 'audience', title: '发送范围', width: 150, align: 'left', render: row => audienceText(row.audience as Audience) },
          { key: 'publishAt', width: 130 },
          { key: 'recipientCount', title: '已读', width: 140, render: row => <Share of={row.readCount} in={row.recipientCount} /> },
          { key: 'receiptCount', title: '已回执', width: 140, render: row => (row.needsReceipt ? <Share of={row.receiptCount} in={row.recipientCount} /> : '—') },
          { key: 'departmentId', hidden: true },
          { key: 'publisherId', hidden: true },
          { key: 'expireAt', hidden: true },
        ]}
        filters={['noticeType', 'state', 'departmentId', 'publishAt']}
        form={{ layout: LAYOUT, size: 720, initial: { audience: { all: true } } as never }}
        onOpen={row => show(row.id)}
        rowActions={row => [
          <ActionButton key="publish" of={publishNotice} input={{ id: row.id }} confirm={t('发布后会立即送达，正文可以再改，发送对象不能再改。')} />,
          <ActionButton key="approve" of={approveNotice} input={{ id: row.id }} confirm={t('审核通过后立即送达。')} />,
          can(approveNotice.permission) && { of: rejectNotice, label: t('退回'), onClick: () => setRejecting(row) },
          <ActionButton
            key="remind"
            of={remindUnread}
            input={{ id: row.id }}
            confirm={t('给还没有读的 {{n}} 人各发一条提醒。', { n: formatNumber((row.recipientCount ?? 0) - (row.readCount ?? 0)) })}
          />,
          <ActionButton key="pin" of={pinNotice} input={{ id: row.id, isPinned: !row.isPinned }}>
            {row.isPinned ? t('取消置顶') : t('置顶')}
          </ActionButton>,
          <ActionButton key="withdraw" of={withdrawNotice} input={{ id: row.id }} danger confirm={t('撤回后收件人看不到它，消息里显示“已撤回”。')} />,
        ]}
      />
      <Suspense>
        {toQuery && can(permissionKey(notice, 'add')) ? (
          <EntityForm of={notice as Entity} layout={LAYOUT} size={720} initial={{ audience: { savedQueryId: toQuery } }} onClose={() => put({ toQuery: undefined })} />
        ) : null}
        {openId ? <NoticePanel key={openId} id={openId} onClose={() => show(undefined)} /> : null}
        {rejecting ? <RejectForm row={rejecting} onClose={() => setRejecting(undefined)} /> : null}
      </Suspense>
    </>
  )
}
const Title = ({ row, onOpen }: { row: Row; onOpen: () => void }) => (
  <span className={style.title}>
    {row.isPinned ? <Pin size={14} aria-label={t('置顶')} /> : null}
    <button type="button" onClick={onOpen}>
      {row.title}
    </button>
    {(row.edition ?? 1) > 1 ? <small>{t('第 {{n}} 版', { n: row.edition })}</small> : null}
  </span>
)
/** A share as number, percentage and bar. */
export function Share({ of, in: total }: { of: number | null; in: number | null }) {
  if (!total) return <>—</>
  const percent = Math.floor(((of ?? 0) / total) * 100)
  return (
    <span className={style.share} title={t('{{n}} / {{total}} 人', { n: formatNumber(of ?? 0), total: formatNumber(total) })}>
      <i style={{ width: `${percent}%` }} />
      <b>{percent}%</b>
      <small>
        {formatNumber(of ?? 0)}/{formatNumber(total)}
      </small>
    </span>
  )
}
const COUNTED: ReadonlyArray<readonly [keyof Audience, string]> = [
  ['grades', '{{n}} 个年级'],
  ['departmentIds', '{{n}} 个部门'],
  ['majorIds', '{{n}} 个专业'],
  ['classIds', '{{n}} 个班级'],
  ['levels', '{{n}} 个培养层次'],
  ['roles', '{{n}} 个角色'],
  ['userIds', '指定 {{n}} 人'],
]
export function audienceText(of: Audience | null): string {
  if (!of) return '—'
  const parts = COUNTED.flatMap(([key, text]) => (Array.isArray(of[key]) && of[key].length ? [t(text, { n: of[key].length })] : []))
  const without = of.exclude?.classIds?.length ? t('除外 {{n}} 个班级', { n: of.exclude.classIds.length }) : ''
  return [of.all && !parts.length ? t('范围内所有人') : parts.join(t('、')), without].filter(Boolean).join(t('，'))
}
const LAYOUT: LayoutOf<typeof notice> = [
  { title: '内容', fields: ['title', 'noticeType', 'content', 'attachments'] },
  { title: '发送范围', fields: [{ field: 'audience', render: audienceInput(publishNotice.permission) }] },
  { title: '发布', fields: ['publishAt', 'expireAt', 'needsReceipt'] },
]
