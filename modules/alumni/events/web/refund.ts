import { t } from '#web/i18n/index.ts'
import { formatDatetime, formatMoney } from '#web/values/format.ts'

/** 30-AN3: what an activity costs, and what is given back when. */
export function refundText(fee: number | null, refundUntil: string | null, refundPercent: number | null): string {
  if (!fee || !refundUntil) return t('免费。')
  const values = { fee: formatMoney(fee), until: formatDatetime(refundUntil), percent: refundPercent ?? 0 }
  return refundPercent
    ? t('每人 {{fee}}，同行的人也要缴。{{until}} 前取消全额退，之后退 {{percent}}%。', values)
    : t('每人 {{fee}}，同行的人也要缴。{{until}} 前取消全额退，之后不退。', values)
}
