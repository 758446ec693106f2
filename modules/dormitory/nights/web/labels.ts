import { WEEKDAYS } from '#model/week.ts'
import { t } from '#web/i18n/index.ts'
import { fromDate } from '#web/inputs/time.ts'
import { formatClock, formatDatetime } from '#web/values/format.ts'
import { NIGHT_WAYS, type NightWay, SAYS, type Says } from '../model/evidence.ts'
import { AWAY } from '../model/read-actions.ts'

/** Labels show the date (11月21日), never "yesterday". */
export const dayText = (date: string): string => fromDate(date)?.format(t('M月D日')) ?? date
export interface Seen {
  way: NightWay
  says: Says
  at: string
  by: string | null
  note: string | null
}
/** 本人定位：在寝 22:10 */
export const seenText = ({ way, says, at, by, note }: Seen): string =>
  [t('{{way}}：{{says}} {{at}}', { way: t(NIGHT_WAYS[way]), says: t(SAYS[says]), at: formatClock(at) }), way === 'self' || way === 'gate' ? '' : (by ?? ''), note ?? '']
    .filter(Boolean)
    .join(' · ')
/** 请假逾期未归，应于 9月18日 18:00 返校 */
export const awayText = ({ away, awayUntil }: { away: keyof typeof AWAY | null; awayUntil: string | null }): string =>
  away ? t('{{away}}，应于 {{time}} 返校', { away: t(AWAY[away]), time: awayUntil ? formatDatetime(awayUntil) : '' }) : ''
/** 1 Monday to 7 Sunday. */
export const weekdayText = (weekday: number): string => t(WEEKDAYS[weekday - 1] ?? '')
