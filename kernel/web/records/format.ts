import { SCHOOL_AHEAD_MS, schoolMs } from '#model/school-time.ts'
import { t } from '#web/i18n/index.ts'

/** What stands where nothing is. */
export const MISSING = '—'
export const isMissing = (value: unknown): value is null | undefined | '' => value === null || value === undefined || value === ''

const grouped = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ',')
/** 12,486 */
export function formatNumber(value: number, scale?: number): string {
  const [whole = '', part] = (scale === undefined ? String(Math.abs(value)) : Math.abs(value).toFixed(scale)).split('.')
  return `${value < 0 ? '-' : ''}${grouped(whole)}${part ? `.${part}` : ''}`
}
/** Integer fen as ¥1,200.00. */
export const formatMoney = (fen: number): string => `${fen < 0 ? '-' : ''}¥${formatNumber(Math.abs(fen) / 100, 2)}`

/** A moment as a clock on a wall in China shows it. */
interface Wall {
  year: number
  month: number
  day: number
  time: string
  /** Days since 1970 there. */
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
    number: Math.floor((ms + SCHOOL_AHEAD_MS) / 86_400_000),
  }
}
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** 今天, 昨天, 9月14日, and with the year where it is not this one. */
function dayWords(day: Wall, now: Wall): string {
  if (day.number === now.number) return t('今天')
  if (day.number === now.number - 1) return t('昨天')
  const parts = { year: day.year, month: day.month, day: day.day, monthName: MONTHS[day.month - 1] }
  return day.year === now.year ? t('{{month}}月{{day}}日', parts) : t('{{year}}年{{month}}月{{day}}日', parts)
}
/** A day on an axis, where the year is known: 9月14日. */
export function formatDay(value: string): string {
  const { month, day } = wall(schoolMs(value.slice(0, 10)))
  return t('{{month}}月{{day}}日', { month, day, monthName: MONTHS[month - 1] })
}
/** A date (`YYYY-MM-DD`) in words; a text that is no date stays as it is. */
export function formatDate(value: string, now = Date.now()): string {
  const ms = schoolMs(value.slice(0, 10))
  return Number.isNaN(ms) ? value : dayWords(wall(ms), wall(now))
}
/** A moment in words: 今天 07:48, 9月14日 07:48. */
export function formatDatetime(value: string, now = Date.now()): string {
  const ms = Date.parse(value)
  if (Number.isNaN(ms)) return value
  const at = wall(ms)
  return `${dayWords(at, wall(now))} ${at.time}`
}
/** The same without words, for titles and texts that must sort: 2026-09-14 07:48. */
export function plainDatetime(value: string): string {
  const ms = Date.parse(value)
  if (Number.isNaN(ms)) return value
  const at = wall(ms)
  return `${at.year}-${two(at.month)}-${two(at.day)} ${at.time}`
}
/** 约 40 秒, 约 3 分钟 */
export const formatWait = (seconds: number): string =>
  seconds < 90 ? t('约 {{n}} 秒', { n: Math.max(1, Math.round(seconds)) }) : t('约 {{n}} 分钟', { n: Math.round(seconds / 60) })
/** 3.2 MB */
export const formatBytes = (bytes: number): string => (bytes < 1_048_576 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / 1_048_576).toFixed(1)} MB`)
