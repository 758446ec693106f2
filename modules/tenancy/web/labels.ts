import { t } from '#web/i18n/index.ts'
import { formatNumber } from '#web/values/format.ts'

/** Days left of a licence, or since its expiry. */
export function daysText(daysLeft: number | null | undefined): string {
  if (daysLeft === null || daysLeft === undefined) return '—'
  return daysLeft >= 0 ? t('{{n}} 天', { n: formatNumber(daysLeft) }) : t('已过 {{n}} 天', { n: formatNumber(-daysLeft) })
}
/** Students and the licence's limit. */
export const studentsText = (students: number | null, max: number | null): string =>
  `${students === null ? '—' : formatNumber(students)} / ${max === null ? t('不限') : formatNumber(max)}`
