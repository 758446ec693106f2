import { daysBetween, MINUTE_MS } from '#model/days.ts'
import { schoolDate } from '#model/school-time.ts'
import { useNow } from '#web/feedback/useNow.ts'
import { t } from '#web/i18n/index.ts'
import { formatDate } from '#web/values/format.ts'

/** Days of the school until arrival begins. */
export function Countdown({ of: { siteFrom, siteTo } }: { of: { siteFrom: string; siteTo: string } }) {
  const now = useNow(MINUTE_MS)
  const [today, first, last] = [now, siteFrom, siteTo].map(schoolDate) as [string, string, string]
  if (today > last) return <span>{t('现场报到已结束')}</span>
  if (today >= first) return <strong>{t('现场报到进行中，到 {{date}}', { date: formatDate(last) })}</strong>
  return <strong>{t('还有 {{days}} 天报到（{{date}}）', { days: daysBetween(today, first), date: formatDate(first) })}</strong>
}
