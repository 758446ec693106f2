import { language } from '#web/i18n/index.ts'

/** A day as the school calendar has it. */
export interface CalendarDay {
  date: string
  xn: string | null
  xqM: string | null
  weekNo: number | null
  weekday: number | null
  dayType: string | null
  name: string | null
}
/** Schools keep Beijing time, wherever the browser is. */
const ZONE = 'Asia/Shanghai'
const LOCALES = { 'zh-cn': 'zh-CN', 'zh-tw': 'zh-TW', en: 'en-GB' } as const

/** 9月14日 星期一; Monday, 14 September. */
export function dayText(now = new Date()): string {
  const part = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(LOCALES[language()], { ...options, timeZone: ZONE }).format(now)
  const date = part({ month: 'long', day: 'numeric' })
  const weekday = part({ weekday: 'long' })
  return language() === 'en' ? `${weekday}, ${date}` : `${date} ${weekday}`
}
/** A Monday; the others follow from it. */
const MONDAY = Date.UTC(2024, 0, 1)
/** 周三; Wed, by its number from Monday on. Short enough for a column of a strip. */
export const weekdayWord = (weekday: number): string => new Intl.DateTimeFormat(language(), { weekday: 'short', timeZone: 'UTC' }).format(MONDAY + (weekday - 1) * 86_400_000)
