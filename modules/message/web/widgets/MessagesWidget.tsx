import { Link } from 'react-router'
import { WidgetFrame } from '#web/desk/WidgetFrame.tsx'
import { Bars, LoadFailed } from '#web/feedback/Empty.tsx'
import { t } from '#web/i18n/index.ts'
import { formatDatetime } from '#web/records/format.ts'
import { useRead } from '#web/records/useRead.ts'
import { myMessages } from '../../model/message.ts'

const MOST = 5

/** The user's latest messages. */
export default function MessagesWidget() {
  const { data, error, refetch, errorUpdatedAt } = useRead(myMessages, { current: 1, size: MOST }, { follows: 'message' })
  return (
    <WidgetFrame title={t('消息#many')} more={{ to: '/personal/mymessage', label: data?.unread ? t('{{n}} 条未读', { n: data.unread }) : t('全部') }}>
      {error && !data ? <LoadFailed error={error} at={errorUpdatedAt} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <Bars lines={3} /> : null}
      {data && !data.result.length ? <p className="ql-widget-none">{t('没有消息')}</p> : null}
      <ul className="ql-widget-list">
        {data?.result.map(message => (
          <li key={message.id}>
            <Link to="/personal/mymessage">
              {message.readAt ? null : <i role="img" aria-label={t('未读')} />}
              <span>{message.title}</span>
              <small>{formatDatetime(message.createdAt)}</small>
            </Link>
          </li>
        ))}
      </ul>
    </WidgetFrame>
  )
}
