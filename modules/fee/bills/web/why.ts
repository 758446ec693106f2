import { t } from '#web/i18n/index.ts'
import { formatMoney } from '#web/values/format.ts'
import type { Explanation } from '../model/explanation.ts'

/** Why a line has its amount, in one sentence; undefined where nothing is known. */
export function whyOf({ price, matched, months, of, note }: Explanation): string | undefined {
  if (price !== undefined && months !== undefined && of !== undefined)
    return t('标准每学年 {{price}}，按 {{of}} 个月折算，计 {{months}} 个月。', { price: formatMoney(price), of, months })
  if (price !== undefined && matched) return t('按收费标准 {{price}}（{{matched}}）。', { price: formatMoney(price), matched })
  return note
}
