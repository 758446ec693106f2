import { t } from '#web/i18n/index.ts'
import { formatMoney } from '#web/values/format.ts'
import { pricesText } from '../../bills/web/public/why.ts'
import type { Mine } from './MyFeesPage.tsx'

type Line = Mine['toPay'][number]
/** Why a line has its amount: the price, what it depends on, what was counted, and what was paid or taken off since. */
export function Reason({ line }: { line: Line }) {
  const { price, prices, times, months, of, matched, note } = line.explain ?? {}
  const told = [
    note,
    pricesText(prices) ?? (price === undefined ? null : t('标准 {{price}}', { price: formatMoney(price) })),
    matched,
    times === undefined || times === 1 ? null : t('共 {{n}} 份', { n: times }),
    months === undefined || of === undefined ? null : t('{{months}} 个月，全年 {{of}} 个月', { months, of }),
    line.reduced ? t('减免 {{amount}}', { amount: formatMoney(line.reduced) }) : null,
    line.paid ? t('已缴 {{amount}}', { amount: formatMoney(line.paid) }) : null,
  ].filter(Boolean)
  return (
    <details>
      <summary>{t('为什么是这个数')}</summary>
      <p className="ql-quiet">{told.length ? told.join('；') : t('应收 {{amount}}', { amount: formatMoney(line.charged) })}</p>
    </details>
  )
}
