import { t } from '#web/i18n/index.ts'
import { formatDate } from '#web/values/format.ts'

/** 9月1日 至 2027年7月1日; without an end the first day only. */
export const spanText = ({ plannedIn, plannedOut }: { plannedIn: string; plannedOut: string | null }): string =>
  plannedOut ? t('{{from}} 至 {{to}}', { from: formatDate(plannedIn), to: formatDate(plannedOut) }) : t('{{from}} 起', { from: formatDate(plannedIn) })
