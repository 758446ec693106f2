import { t } from '#web/i18n/index.ts'
import { formatDatetime } from './format.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
export type DueTone = 'late' | 'soon' | 'plain'

/** 8 小时 42 分, 2 天. */
export function spanText(ms: number): string {
  if (ms >= 2 * DAY) return t('{{n}} 天', { n: Math.floor(ms / DAY) })
  if (ms >= DAY) return t('1 天')
  const hours = Math.floor(ms / HOUR)
  const minutes = Math.floor((ms % HOUR) / MINUTE)
  if (!hours) return t('{{m}} 分钟', { m: Math.max(1, minutes) })
  return minutes ? t('{{h}} 小时 {{m}} 分', { h: hours, m: minutes }) : t('{{h}} 小时', { h: hours })
}
/** Time left, overdue time, or waiting time. */
export function dueText(todo: { dueAt: string | null; arrivedAt: string }, now = Date.now()): { text: string; tone: DueTone } {
  if (!todo.dueAt) {
    const waited = now - Date.parse(todo.arrivedAt)
    return { text: waited >= HOUR ? t('已等 {{span}}', { span: spanText(waited) }) : t('刚到'), tone: 'plain' }
  }
  const left = Date.parse(todo.dueAt) - now
  if (left < 0) return { text: t('逾期 {{span}}', { span: spanText(-left) }), tone: 'late' }
  if (left < DAY) return { text: t('还剩 {{span}}', { span: spanText(left) }), tone: 'soon' }
  return left < 7 * DAY
    ? { text: t('还剩 {{span}}', { span: spanText(left) }), tone: 'plain' }
    : { text: t('{{time}} 截止', { time: formatDatetime(todo.dueAt, now) }), tone: 'plain' }
}
