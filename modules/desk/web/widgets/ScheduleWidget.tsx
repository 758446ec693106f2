import { WidgetFrame } from '#web/desk/WidgetFrame.tsx'
import { t } from '#web/i18n/index.ts'
import { Today } from '../schedule/Today.tsx'

/** Today's appointments, lessons and due times in one line. */
export default function ScheduleWidget() {
  return (
    <WidgetFrame title={t('今天的安排')} more={{ to: '/personal/userschedule', label: t('全部日程') }}>
      <Today sources="own,business,lesson,calendar,todo" nothing={t('今天没有安排')} />
    </WidgetFrame>
  )
}
