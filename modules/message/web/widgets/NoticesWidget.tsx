import { Link } from 'react-router'
import { WidgetFrame } from '#web/desk/WidgetFrame.tsx'
import widgetStyle from '#web/desk/widget.module.css'
import { Loading } from '#web/feedback/Loaded.tsx'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDate } from '#web/values/format.ts'
import { myNotices } from '../../model/notice.ts'

const MOST = 5

/** Latest notices addressed to the user; unread ones have a dot. */
export default function NoticesWidget() {
  const read = useRead(myNotices, { current: 1, size: MOST }, { follows: 'message' })
  const { data } = read
  return (
    <WidgetFrame title={t('公告')} more={{ to: '/personal/mynotice', label: t('更多') }}>
      {data ? null : <Loading of={read} lines={3} />}
      {data && !data.result.length ? <p className={widgetStyle.none}>{t('没有通知')}</p> : null}
      <ul className={widgetStyle.list}>
        {data?.result.map(notice => (
          <li key={notice.id}>
            <Link to={`/personal/mynotice?id=${notice.id}`}>
              {notice.readAt ? null : <i role="img" aria-label={t('未读')} />}
              <span>{notice.title}</span>
              <small>{formatDate(notice.publishedAt ?? '')}</small>
            </Link>
          </li>
        ))}
      </ul>
    </WidgetFrame>
  )
}
