import { t } from '#web/i18n/index.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** 8 小时 42 分, 2 天: as precise as one needs to know how long something takes. `exact` adds the hours to days, for what somebody has set. */
export function formatDuration(ms: number, precision: 'usual' | 'exact' = 'usual'): string {
  const [days, hours, minutes] = [Math.floor(ms / DAY_MS), Math.floor((ms % DAY_MS) / HOUR_MS), Math.floor((ms % HOUR_MS) / MINUTE_MS)]
  if (days && hours && precision === 'exact') return t('{{d}} 天 {{h}} 小时', { d: days, h: hours })
  if (days) return days > 1 ? t('{{n}} 天', { n: days }) : t('1 天')
  if (hours) return minutes ? t('{{h}} 小时 {{m}} 分', { h: hours, m: minutes }) : t('{{h}} 小时', { h: hours })
  return minutes || precision === 'usual' ? t('{{m}} 分钟', { m: Math.max(1, minutes) }) : t('{{n}} 秒', { n: Math.round(ms / SECOND_MS) })
}
/** The same, from minutes. */
export const formatMinutes = (minutes: number, precision?: 'usual' | 'exact'): string => formatDuration(minutes * MINUTE_MS, precision)
/** 4:05, from an hour on as a duration; empty when it is over. */
export function formatCountdown(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / SECOND_MS))
  if (!seconds) return ''
  return ms >= HOUR_MS ? formatDuration(ms) : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
