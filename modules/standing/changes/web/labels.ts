import { STUDENT_STATUS, type StudentStatus } from '#modules/student/model/status.ts'
import { t } from '#web/i18n/index.ts'
import { formatDate } from '#web/values/format.ts'

interface Place {
  status: string
  className: string | null
  gradeMajorName: string | null
}
/** 在读 · 软件2301 */
export const placeText = ({ status, className, gradeMajorName }: Place): string =>
  [t(STUDENT_STATUS[status as StudentStatus] ?? status), className ?? gradeMajorName].filter(Boolean).join(' · ')
/** When it holds: a day, or from and until. */
export const spanText = ({ effectiveDate, until }: { effectiveDate: string; until?: string | null | undefined }): string =>
  until ? t('{{from}} 至 {{to}}', { from: formatDate(effectiveDate), to: formatDate(until) }) : t('{{date}} 起', { date: formatDate(effectiveDate) })
