import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect } from 'react'
import { Link, useNavigate } from 'react-router'
import { useSignal } from '#web/base/signal.ts'
import { LoadFailed } from '#web/feedback/Empty.tsx'
import { NoData } from '#web/feedback/NoData.tsx'
import { get, post } from '#web/http/client.ts'
import { counts, followNews } from '#web/http/live.ts'
import { notify } from '#web/http/notices.ts'
import { port } from '#web/http/ports.ts'
import { t } from '#web/i18n/index.ts'
import { formatDatetime } from '#web/values/format.ts'
import style from './notices.module.css'

interface Notice {
  id: string
  categoryName: string
  title: string
  content: string
  level: string
  createdAt: string
  readAt: string | null
  isWithdrawn: boolean
}
const SHOWN = 20

/** The latest messages and a link to all. */
export default function Notices({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const { message: unread } = useSignal(counts)
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['bell'],
    queryFn: () => get<{ result: Notice[] }>(port('myMessages'), { size: SHOWN }, { quiet: true }),
    staleTime: 0,
    meta: { inPlace: true },
  })
  useEffect(() => followNews('message', () => void refetch()), [refetch])
  const readAll = async () => {
    const answer = await post<{ unread: number }>(port('readMessages'), { isAll: true })
    counts.set(now => ({ ...now, message: answer.unread }))
    void refetch()
  }
  const open = async ({ id }: Notice) => {
    onClose()
    const answer = await post<{ link: string | null; canOpen: boolean; why: string | null }>(port('openMessage'), { id })
    if (!answer.canOpen && answer.why) notify.warning(answer.why)
    else navigate(answer.link?.startsWith('/') ? answer.link : `/personal/mymessage?id=${id}`)
  }
  return (
    <section className={style.notices} aria-label={t('通知')}>
      <header>
        <h2>{t('通知')}</h2>
        <Button type="link" size="small" disabled={!unread} onClick={() => void readAll()}>
          {t('全部标为已读')}
        </Button>
      </header>
      <div className={style.list}>
        {error && <LoadFailed error={error} onRetry={() => void refetch()} />}
        {data?.result.length === 0 && <NoData text={t('没有通知')} />}
        {isPending && <div className={style.waiting} />}
        {data?.result.map(notice => (
          <button key={notice.id} type="button" className={notice.readAt ? undefined : style.unread} onClick={() => void open(notice)}>
            <b>{notice.title}</b>
            <span>{notice.isWithdrawn ? t('已撤回') : notice.content}</span>
            <small>
              {notice.categoryName}
              <time>{formatDatetime(notice.createdAt)}</time>
            </small>
          </button>
        ))}
      </div>
      <Link to="/personal/mymessage" className={style.all} onClick={onClose}>
        {t('全部消息')}
      </Link>
    </section>
  )
}
