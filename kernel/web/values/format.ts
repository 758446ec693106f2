import { DAY_MS } from '#model/days.ts'
import { SCHOOL_AHEAD_MS, schoolClock, schoolDate, schoolMs } from '#model/school-time.ts'
import { t } from '#web/i18n/index.ts'

/** Placeholder of an empty value. */
export const MISSING = '—'
export const isMissing = (value: unknown): value is null | undefined | '' => value === null || value === undefined || value === ''

const grouped = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ',')
/** 12,486 */
export function formatNumber(value: number, scale?: number): string {
  const [whole = '', part] = (scale === undefined ? String(Math.abs(value)) : Math.abs(value).toFixed(scale)).split('.')
  return `${value < 0 ? '-' : ''}${grouped(whole)}${part ? `.${part}` : ''}`
}
export { moneyText as formatMoney } from '#model/money.ts'

/** Date and time in China, independent of the browser's time zone. */
interface Wall {
  year: number
  month: number
  day: number
  time: string
  /** Day number since 1970 in that zone. */
  number: number
}
const two = (n: number): string => String(n).padStart(2, '0')
function wall(ms: number): Wall {
  const at = new Date(ms + SCHOOL_AHEAD_MS)
  return {
    year: at.getUTCFullYear(),
    month: at.getUTCMonth() + 1,
    day: at.getUTCDate(),
    time: `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}`,
    number: Math.floor((ms + SCHOOL_AHEAD_MS) / DAY_MS),
  }
}
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** 今天, 昨天, 9月14日, with the year if it is not the current one. */
function dayWords(day: Wall, now: Wall): string {
  if (day.number === now.number) return t('今天')
  if (day.number === now.number - 1) return t('昨天')
  const parts = { year: day.year, month: day.month, day: day.day, monthName: MONTHS[day.month - 1] }
  return day.year === now.year ? t('{{month}}月{{day}}日', parts) : t('{{year}}年{{month}}月{{day}}日', parts)
}
/** Axis label of a day, without the year: 9月14日. */
export function formatDay(value: string): string {
  const { month, day } = wall(schoolMs(value.slice(0, 10)))
  return t('{{month}}月{{day}}日', { month, day, monthName: MONTHS[month - 1] })
}
/** Formats a date (`YYYY-MM-DD`); other text is returned unchanged. */
export function formatDate(value: string, now = Date.now()): string {
  const ms = schoolMs(value.slice(0, 10))
  return Number.isNaN(ms) ? value : dayWords(wall(ms), wall(now))
}
/** Formats a timestamp: 今天 07:48, 9月14日 07:48. */
export function formatDatetime(value: string, now = Date.now()): string {
  const ms = Date.parse(value)
  if (Number.isNaN(ms)) return value
  const at = wall(ms)
  return `${dayWords(at, wall(now))} ${at.time}`
}
/** Timestamp without relative words, for titles and sortable text: 2026-09-14 07:48. */
export function plainDatetime(value: string): string {
  const ms = Date.parse(value)
  if (Number.isNaN(ms)) return value
  const at = wall(ms)
  return `${at.year}-${two(at.month)}-${two(at.day)} ${at.time}`
}
/** Time of a timestamp: 07:48. */
export const formatClock = (value: string): string => (Number.isNaN(Date.parse(value)) ? value : schoolClock(value))
/** From one timestamp to another, naming the day of the end only where it is another one: 9月14日 14:00 至 15:00. */
export const formatSpan = (from: string, to: string): string =>
  t('{{from}} 至 {{to}}', { from: formatDatetime(from), to: schoolDate(from) === schoolDate(to) ? formatClock(to) : formatDatetime(to) })
/** 约 40 秒, 约 3 分钟 */
export const formatWait = (seconds: number): string =>
  seconds < 90 ? t('约 {{n}} 秒', { n: Math.max(1, Math.round(seconds)) }) : t('约 {{n}} 分钟', { n: Math.round(seconds / 60) })
/** 3.2 MB */
export const formatBytes = (bytes: number): string => (bytes < 1_048_576 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / 1_048_576).toFixed(1)} MB`)
