import { CronExpressionParser } from 'cron-parser'
import type { Lang } from '../context.ts'

const TIMEZONE = 'Asia/Shanghai'
const LOCALES: Record<Lang, string> = { 'zh-cn': 'zh_CN', 'zh-tw': 'zh_TW', en: 'en' }
const FIELDS = 5

/** Whether a text is a cron of five fields, so never under a minute. */
export function isCron(cron: string): boolean {
  if (cron.trim().split(/\s+/).length !== FIELDS) return false
  try {
    CronExpressionParser.parse(cron, { tz: TIMEZONE })
    return true
  } catch {
    return false
  }
}
/** The next times after a moment, by the clock of Asia/Shanghai. */
export const nextTimes = (cron: string, count: number, after = new Date()): Date[] =>
  CronExpressionParser.parse(cron, { tz: TIMEZONE, currentDate: after })
    .take(count)
    .map(time => time.toDate())
/** A cron in words: 每天 03:30. */
export async function cronWords(cron: string, lang: Lang): Promise<string> {
  // all its languages come in one file; only the page of jobs asks for them
  const { default: i18n } = await import('cronstrue/i18n.js')
  // its declaration and what Node imports of it lie one step apart
  const { toString: words } = i18n as unknown as typeof i18n.default
  return words(cron, { locale: LOCALES[lang], use24HourTimeFormat: true, verbose: false })
}
