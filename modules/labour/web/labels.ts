import { t } from '#web/i18n/index.ts'
import { formatDatetime } from '#web/values/format.ts'

export const CHANGES = ['labourEnrolment', 'labourProject']
/** 10-10 14:00 – 16:00 · 2 学时 */
export const sessionText = ({ start, end, hours }: { start: string; end: string; hours: number }): string =>
  t('{{from}} 至 {{to}}，{{n}} 学时', { from: formatDatetime(start), to: formatDatetime(end), n: hours })
