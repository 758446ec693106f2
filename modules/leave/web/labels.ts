import { t } from '#web/i18n/index.ts'
import { formatDate } from '#web/values/format.ts'
import { dateOf, HALVES, nameOf, spanOf } from '../model/half-days.ts'

/** 9月16日 上午 */
export function halfText(startAt: string, endAt: string, which: 'from' | 'to'): string {
  const half = spanOf(startAt, endAt)[which]
  return `${formatDate(dateOf(half))} ${t(HALVES[nameOf(half)])}`
}
export const spanText = ({ startAt, endAt }: { startAt: string; endAt: string }): string =>
  t('{{from}} 至 {{to}}', { from: halfText(startAt, endAt, 'from'), to: halfText(startAt, endAt, 'to') })
export const daysText = (days: number): string => t('{{n}} 天', { n: days })
/** 约 3 小时; empty without measurements. */
export const usualText = (minutes: number): string =>
  minutes < 60 ? t('约 {{n}} 分钟', { n: Math.max(1, Math.round(minutes)) }) : t('约 {{n}} 小时', { n: Math.round(minutes / 60) })
