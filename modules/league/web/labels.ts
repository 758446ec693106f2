import { t } from '#web/i18n/index.ts'
import { FEE_KINDS } from '../model/fee.ts'
import { spanText } from '../model/months.ts'

/** The months of a fee, or that it is for none. */
export const monthsText = ({ kind, months, fromMonth, toMonth }: { kind: keyof typeof FEE_KINDS; months: number; fromMonth: string; toMonth: string }): string =>
  kind === 'voluntary' || !months ? t(FEE_KINDS[kind]) : spanText({ from: fromMonth, to: toMonth })
