import { addDays } from '#modules/campus/model/days.ts'
import type { Tone } from '#web/feedback/State.tsx'
import { t } from '#web/i18n/index.ts'
import { formatDate } from '#web/records/format.ts'
import type { Grade } from '../../model/check/items.ts'

export const GRADE_TONES: Readonly<Record<Grade, Tone>> = { excellent: 'done', good: 'done', fair: 'going', pass: 'attention', fail: 'refused' }
export const LEVEL_TONES: Readonly<Record<string, Tone>> = { minor: 'over', ordinary: 'attention', serious: 'refused' }
/** 9月14日 至 9月20日 */
export const weekText = (monday: string): string => t('{{from}} 至 {{to}}', { from: formatDate(monday), to: formatDate(addDays(monday, 6)) })
