import { DAY_MS } from '#model/days.ts'
import { schoolDate } from '#model/school-time.ts'
import { language } from '#web/i18n/index.ts'

/** A day of the school calendar. */
export interface CalendarDay {
  date: string
  xn: string | null
  xqM: string | null
  weekNo: number | null
  weekday: number | null
  dayType: string | null
  name: string | null
}
const WEEKDAYS = '日一二三四五六' // verbatim: the letters of a Chinese date

/** 9月14日 星期一; Monday, 14 September. Schools use Beijing time, whatever the browser's time zone. Chinese is put together here: the browser makes its
 *  first formatter of a visit slowly. */
export function dayText(now = new Date()): string {
  const day = new Date(schoolDate(now))
  if (language() !== 'en') return `${day.getUTCMonth() + 1}月${day.getUTCDate()}日 星期${WEEKDAYS[day.getUTCDay()]}`
  const part = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' }).format(day)
  return `${part({ weekday: 'long' })}, ${part({ month: 'long', day: 'numeric' })}`
}
/** Any Monday; the other weekdays are computed from it. */
const MONDAY = Date.UTC(2024, 0, 1)
/** 周三; Wed, by number from Monday. Short enough for a narrow column. */
export const weekdayWord = (weekday: number): string => new Intl.DateTimeFormat(language(), { weekday: 'short', timeZone: 'UTC' }).format(MONDAY + (weekday - 1) * DAY_MS)
