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
/** Schools use Beijing time, whatever the browser's time zone. */
const ZONE = 'Asia/Shanghai'
const LOCALES = { 'zh-cn': 'zh-CN', 'zh-tw': 'zh-TW', en: 'en-GB' } as const

/** 9月14日 星期一; Monday, 14 September. */
export function dayText(now = new Date()): string {
  const part = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(LOCALES[language()], { ...options, timeZone: ZONE }).format(now)
  const date = part({ month: 'long', day: 'numeric' })
  const weekday = part({ weekday: 'long' })
  return language() === 'en' ? `${weekday}, ${date}` : `${date} ${weekday}`
}
/** Any Monday; the other weekdays are computed from it. */
const MONDAY = Date.UTC(2024, 0, 1)
/** 周三; Wed, by number from Monday. Short enough for a narrow column. */
export const weekdayWord = (weekday: number): string => new Intl.DateTimeFormat(language(), { weekday: 'short', timeZone: 'UTC' }).format(MONDAY + (weekday - 1) * 86_400_000)
