import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { formatDatetime } from '#web/values/format.ts'
import type { alertDesk } from '../model/alert-actions.ts'

export type AlertItem = AnswerOf<typeof alertDesk>['items'][number]

/** The alert in a sentence. */
export function alertText({ type, at, hours, isFinal }: Pick<AlertItem, 'type' | 'at' | 'hours' | 'isFinal'>): string {
  const time = formatDatetime(at)
  if (type === 'lateReturn') return t('{{time}} 进楼', { time })
  if (type === 'notSeen') return t('{{time}} 出楼，{{hours}} 小时没有记录', { time, hours: hours ?? 0 })
  if (type === 'notLeft') return t('{{time}} 进楼，{{hours}} 小时没有记录，请到寝室了解情况', { time, hours: hours ?? 0 })
  return isFinal ? t('{{time}} 出楼，到开门没有回来', { time }) : t('{{time}} 出楼，还没有回来', { time })
}
