import { Link } from 'react-router'
import { WidgetFrame } from '#web/desk/WidgetFrame.tsx'
import widgetStyle from '#web/desk/widget.module.css'
import { Loading } from '#web/feedback/Loaded.tsx'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDatetime } from '#web/values/format.ts'
import { myMessages } from '../../model/message.ts'

const MOST = 5

/** The user's latest messages. */
export default function MessagesWidget() {
  const read = useRead(myMessages, { current: 1, size: MOST }, { follows: 'message' })
  const { data } = read
  return (
    <WidgetFrame title={t('消息#many')} more={{ to: '/personal/mymessage', label: data?.unread ? t('{{n}} 条未读', { n: data.unread }) : t('全部') }}>
      {data ? null : <Loading of={read} lines={3} />}
      {data && !data.result.length ? <p className={widgetStyle.none}>{t('没有消息')}</p> : null}
      <ul className={widgetStyle.list}>
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
