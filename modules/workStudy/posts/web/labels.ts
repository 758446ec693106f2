import { t } from '#web/i18n/index.ts'
import { formatMoney } from '#web/values/format.ts'

/** ¥15.00/小时 */
export const payText = ({ payMode, rate }: { payMode: 'hourly' | 'monthly'; rate: number }): string =>
  payMode === 'hourly' ? t('{{rate}}/小时', { rate: formatMoney(rate) }) : t('{{rate}}/月', { rate: formatMoney(rate) })
