import { t } from '#web/i18n/index.ts'
import { formatMoney } from '#web/values/format.ts'

/** Price difference for the rest of the school year; empty if a price is unknown. */
export function feeText(feeDiff: number | null | undefined): string | undefined {
  if (feeDiff === null || feeDiff === undefined) return undefined
  if (feeDiff === 0) return t('住宿费不变')
  return feeDiff > 0 ? t('本学年补交住宿费 {{amount}}', { amount: formatMoney(feeDiff) }) : t('本学年退还住宿费 {{amount}}', { amount: formatMoney(-feeDiff) })
}
