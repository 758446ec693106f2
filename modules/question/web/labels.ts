import { percentOf } from '#model/percent.ts'
import { schoolDate } from '#model/school-time.ts'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { formatNumber, MISSING } from '#web/values/format.ts'
import type { askQuestion } from '../model/actions.ts'

export type Answer = AnswerOf<typeof askQuestion>
export type Figure = Pick<NonNullable<Answer['figures'][number]>, 'as' | 'unit'>
export type Value = NonNullable<NonNullable<Answer['figures'][number]>['now']>
export const today = (): string => schoolDate(Date.now())
/** 60-ST2: a share with both of its numbers. */
export function valueText({ as, unit }: Figure, v: Value | null | undefined): string {
  if (!v || v.n === null || (as === 'rate' && v.rate === null)) return MISSING
  if (as === 'rate') return withUnit(v.rate as number, unit)
  if (as !== 'share') return withUnit(v.n, unit)
  const percent = percentOf(v.n, v.of ?? 0)
  return percent === null ? MISSING : t('{{n}} / {{of}}（{{percent}}%）', { n: formatNumber(v.n), of: formatNumber(v.of ?? 0), percent })
}
const withUnit = (n: number, unit: string | null): string => (unit ? `${formatNumber(n)} ${unit}` : formatNumber(n))
/** What a chart draws: the rate, the percentage or the number. */
export const drawn = ({ as }: Figure, v: Value | null | undefined): number | null =>
  v === null || v === undefined || v.n === null ? null : as === 'share' ? percentOf(v.n, v.of ?? 0) : as === 'rate' ? v.rate : v.n
