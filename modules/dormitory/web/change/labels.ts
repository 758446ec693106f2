import type { Tone } from '#web/feedback/State.tsx'
import { t } from '#web/i18n/index.ts'
import { formatMoney } from '#web/records/format.ts'

export const CHANGE_TONES: Readonly<Record<string, Tone>> = {
  waitingPeer: 'going',
  approved: 'going',
  executed: 'done',
  lapsed: 'over',
  cancelled: 'over',
  withdrawn: 'over',
}
/** Price difference for the rest of the school year; empty if a price is unknown. */
export function feeText(feeDiff: number | null | undefined): string | undefined {
  if (feeDiff === null || feeDiff === undefined) return undefined
  if (feeDiff === 0) return t('住宿费不变')
  return feeDiff > 0 ? t('本学年补交住宿费 {{amount}}', { amount: formatMoney(feeDiff) }) : t('本学年退还住宿费 {{amount}}', { amount: formatMoney(-feeDiff) })
}
