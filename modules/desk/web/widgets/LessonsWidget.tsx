import { WidgetFrame } from '#web/desk/WidgetFrame.tsx'
import { t } from '#web/i18n/index.ts'
import { Today } from '../schedule/Today.tsx'

/** Today's lessons with their rooms. */
export default function LessonsWidget() {
  return (
    <WidgetFrame title={t('今天的课')} more={{ to: '/personal/mylesson', label: t('课表') }}>
      <Today sources="lesson" nothing={t('今天没有课')} />
    </WidgetFrame>
  )
}
