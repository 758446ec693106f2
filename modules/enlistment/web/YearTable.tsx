import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { t } from '#web/i18n/index.ts'
import { formatMoney } from '#web/values/format.ts'

interface Year {
  xn: string
  paid: number
  loan: number
  reduced: number
  cap: number
  amount: number
  isKnown: boolean
}
export interface YearTableProps {
  years: ReadonlyArray<Year | null>
  /** Of a waiver nothing was paid yet. */
  isWaiver?: boolean
}
/** A computation year by year, which anyone can check. */
export function YearTable({ years, isWaiver = false }: YearTableProps) {
  const money = (value: number) => formatMoney(value)
  return (
    <PlainTable
      label={t('逐年计算')}
      rows={years}
      keyOf={y => y.xn}
      isCardsOnPhone
      columns={[
        [t('学年'), y => y.xn, { isHead: true }],
        !isWaiver && [t('实缴学费'), y => (y.isKnown ? money(y.paid) : t('待财务核定')), { isNumber: true }],
        !isWaiver && [t('用于学费的贷款'), y => money(y.loan), { isNumber: true }],
        [t('其他减免'), y => money(y.reduced), { isNumber: true }],
        [t('上限'), y => money(y.cap), { isNumber: true }],
        [isWaiver ? t('减免') : t('金额'), y => (isWaiver && !y.isKnown ? t('最多 {{amount}}', { amount: money(y.amount) }) : money(y.amount)), { isNumber: true }],
      ]}
    />
  )
}
