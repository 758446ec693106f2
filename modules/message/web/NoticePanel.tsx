import { Tabs } from 'antd'
import { Phone } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazily } from '#web/base/chunk.ts'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { History } from '#web/records/History.tsx'
import { Facts, useRecord } from '#web/records/RecordDetail.tsx'
import { useRead } from '#web/records/useRead.ts'
import { RichText } from '#web/rich/RichText.tsx'
import { useSession } from '#web/session/useCan.ts'
import { formatDatetime, formatNumber } from '#web/values/format.ts'
import { notice, noticeRead, noticeReaders, noticeStates } from '../model/notice.ts'
import messageStyle from './message.module.css'
import { Share } from './NoticePage.tsx'
import style from './office.module.css'

const CallStudent = lazily(() => import('#modules/student/web/CallStudent.tsx').then(m => ({ default: m.CallStudent })))

/** One notice: text, readers by class, and readers with times. */
export default function NoticePanel({ id, onClose }: { id: string; onClose: () => void }) {
  const [isOpen, setOpen] = useState(true)
  const read = useRecord(notice, id)
  const { data: row } = read
  const { can } = useSession()
  const isOut = row && row.state !== 'draft' && row.state !== 'pending'
  return (
    <Panel open={isOpen} size={720} title={row?.title ?? t('通知公告')} onClose={() => setOpen(false)} afterClose={onClose}>
      {row ? (
        <Tabs
          items={[
            {
              key: 'text',
              label: t('正文'),
              children: (
                <article className={style.notice}>
                  <p className={messageStyle.noticeHead}>
                    <StateTag of={noticeStates} state={row.state} />
                    {row.publishAt ? <span>{formatDatetime(row.publishAt)}</span> : null}
                    {row.publisherName ? <span>{row.publisherName}</span> : null}
                    {row.departmentName ? <span>{row.departmentName}</span> : null}
                  </p>
                  {row.reviewNote && row.state === 'draft' ? <p className={style.review}>{t('审核意见：{{note}}', { note: row.reviewNote })}</p> : null}
                  <RichText html={row.content} />
                  <Facts of={notice} row={row} names={row.attachments?.length ? ['attachments', 'needsReceipt', 'expireAt'] : ['needsReceipt', 'expireAt']} />
                </article>
              ),
            },
            ...(isOut ? [{ key: 'readers', label: t('阅读情况'), children: <Readers id={id} row={row} /> }] : []),
            ...(isOut && can('message:noticeRead:list') ? [{ key: 'people', label: t('名单'), children: <People id={id} /> }] : []),
            { key: 'history', label: t('变更记录'), children: <History of={notice} id={id} /> },
          ]}
        />
      ) : (
        <Loading of={read} lines={8} />
      )}
    </Panel>
  )
}
interface Counts {
  recipientCount: number | null
  readCount: number | null
  readAfterHour: number | null
  readAfterDay: number | null
}
type Group = AnswerOf<typeof noticeReaders>[number]
function Readers({ id, row }: { id: string; row: Counts }) {
  const read = useRead(noticeReaders, { id })
  const { data } = read
  if (!data) return <Loading of={read} lines={6} />
  const total = row.recipientCount ?? 0
  const percent = (n: number | null) => (total ? `${Math.floor(((n ?? 0) / total) * 100)}%` : '—')
  return (
    <div>
      <p className={style.figures}>
        <span>{t('共 {{n}} 人', { n: formatNumber(total) })}</span>
        <span>{t('已读 {{share}}', { share: percent(row.readCount) })}</span>
        <span>{t('1 小时内 {{share}}', { share: percent(row.readAfterHour) })}</span>
        <span>{t('24 小时内 {{share}}', { share: percent(row.readAfterDay) })}</span>
      </p>
      {data.map(group => (
        <GroupRow key={group.group} group={group} />
      ))}
    </div>
  )
}
/** A class with the people who have not read it. */
const GroupRow = ({ group }: { group: Group }) => (
  <details className={style.group}>
    <summary>
      <b>{t(group.group)}</b>
      <Share of={group.read} in={group.total} />
      <small>{group.unread.length ? t('{{n}} 人未读', { n: group.total - group.read }) : t('全部已读')}</small>
    </summary>
    <ul>
      {group.unread.map(person => (
        <li key={person.userId}>
          <span>{person.name}</span>
          <small>{person.accountNo}</small>
          {person.studentId ? (
            <Suspense fallback={null}>
              <CallStudent id={person.studentId} phone={person.phone} />
            </Suspense>
          ) : person.phone ? (
            <small>
              <Phone size={13} /> {person.phone}
            </small>
          ) : null}
        </li>
      ))}
    </ul>
  </details>
)
const UNREAD = [
  ['true', '未读'],
  ['false', '已读'],
] as const
const People = ({ id }: { id: string }) => (
  <EntityTable
    of={noticeRead}
    title={t('名单')}
    where={{ noticeId: id }}
    columns={[{ key: 'userId', title: '姓名' }, 'accountNo', 'className', 'departmentName', 'readAt', 'receiptAt', { key: 'receiptText', align: 'left' }]}
    filters={[{ field: 'readAt.isNull', title: '阅读', options: UNREAD.map(([value, label]) => ({ value, label: t(label) })) }]}
    detail={false}
  />
)
