import { addDays } from '#modules/campus/model/days.ts'
import { t } from '#web/i18n/index.ts'
import { formatDate } from '#web/values/format.ts'

/** 9月14日 至 9月20日 */
export const weekText = (monday: string): string => t('{{from}} 至 {{to}}', { from: formatDate(monday), to: formatDate(addDays(monday, 6)) })
