import { t } from '#web/i18n/index.ts'
import { formatMoney } from '#web/values/format.ts'
import type { Explanation } from '../../model/explanation.ts'

/** Prices of a year by month, where there was more than one. */
export const pricesText = (prices: Explanation['prices']): string | undefined =>
  prices && prices.length > 1 ? prices.map(({ from, price }) => t('第 {{n}} 个月起每学年 {{price}}', { n: from + 1, price: formatMoney(price) })).join('，') : undefined

/** Why a line has its amount, in one sentence; undefined where nothing is known. */
export function whyOf({ price, prices, matched, months, of, note }: Explanation): string | undefined {
  if (prices && prices.length > 1) return t('学年中变动：{{prices}}。', { prices: pricesText(prices) ?? '' })
  if (price !== undefined && months !== undefined && of !== undefined)
    return t('标准每学年 {{price}}，按 {{of}} 个月折算，计 {{months}} 个月。', { price: formatMoney(price), of, months })
  if (price !== undefined && matched) return t('按收费标准 {{price}}（{{matched}}）。', { price: formatMoney(price), matched })
  return note
}
