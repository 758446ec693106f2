import { t } from '#web/i18n/index.ts'
import { DAY_MS, formatDuration, HOUR_MS } from './duration.ts'
import { formatDatetime } from './format.ts'

export type DueTone = 'late' | 'soon' | 'plain'

/** Time left, overdue time, or waiting time. */
export function dueText(todo: { dueAt: string | null; arrivedAt: string }, now = Date.now()): { text: string; tone: DueTone } {
  if (!todo.dueAt) {
    const waited = now - Date.parse(todo.arrivedAt)
    return { text: waited >= HOUR_MS ? t('已等 {{span}}', { span: formatDuration(waited) }) : t('刚到'), tone: 'plain' }
  }
  const left = Date.parse(todo.dueAt) - now
  if (left < 0) return { text: t('逾期 {{span}}', { span: formatDuration(-left) }), tone: 'late' }
  if (left < DAY_MS) return { text: t('还剩 {{span}}', { span: formatDuration(left) }), tone: 'soon' }
  return left < 7 * DAY_MS
    ? { text: t('还剩 {{span}}', { span: formatDuration(left) }), tone: 'plain' }
    : { text: t('{{time}} 截止', { time: formatDatetime(todo.dueAt, now) }), tone: 'plain' }
}
