import { CronExpressionParser } from 'cron-parser'
import type { Lang } from '../context.ts'

const TIMEZONE = 'Asia/Shanghai'
const LOCALES: Record<Lang, string> = { 'zh-cn': 'zh_CN', 'zh-tw': 'zh_TW', en: 'en' }
const FIELDS = 5

/** Whether a text is a five-field cron expression, so never more often than once a minute. */
export function isCron(cron: string): boolean {
  if (cron.trim().split(/\s+/).length !== FIELDS) return false
  try {
    CronExpressionParser.parse(cron, { tz: TIMEZONE })
    return true
  } catch {
    return false
  }
}
/** The next run times after a moment, in Asia/Shanghai. */
export const nextTimes = (cron: string, count: number, after = new Date()): Date[] =>
  CronExpressionParser.parse(cron, { tz: TIMEZONE, currentDate: after })
    .take(count)
    .map(time => time.toDate())
/** A cron expression in words: 每天 03:30. */
export async function cronWords(cron: string, lang: Lang): Promise<string> {
  // imported lazily: one large file with all languages, used only by the page of jobs
  const { default: i18n } = await import('cronstrue/i18n.js')
  // its type declaration has one `default` more than what Node imports
  const { toString: words } = i18n as unknown as typeof i18n.default
  return words(cron, { locale: LOCALES[lang], use24HourTimeFormat: true, verbose: false })
}
