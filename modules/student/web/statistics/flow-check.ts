import { t } from '#web/i18n/index.ts'
import { formatNumber } from '#web/values/format.ts'
import type { Movement } from '../../model/statistics.ts'
import { movementName } from './labels.ts'

export type Figures = Readonly<Partial<Record<Movement | 'opening' | 'closing', number | null>>>
export const ENTRIES: readonly Movement[] = ['joined', 'restored', 'movedIn']
export const EXITS: readonly Movement[] = ['graduated', 'completed', 'withdrawn', 'transferredOut', 'lost', 'movedOut']

const sumOf = (of: Figures, names: readonly Movement[]): number => names.reduce((sum, name) => sum + (of[name] ?? 0), 0)
/** Difference between the closing figure and opening + entries − exits; 0 when the line adds up. */
export const differenceOf = (of: Figures): number => (of.closing ?? 0) - ((of.opening ?? 0) + sumOf(of, ENTRIES) - sumOf(of, EXITS))

/** 期初 551 + 新增 212 − 毕业 159 = 期末 604 */
export function flowSentence(of: Figures): string {
  const parts = [...ENTRIES, ...EXITS].filter(name => of[name]).map(name => `${ENTRIES.includes(name) ? '+' : '−'} ${movementName(name)} ${formatNumber(of[name] ?? 0)}`)
  return [t('期初 {{n}}', { n: formatNumber(of.opening ?? 0) }), ...parts, `= ${t('期末 {{n}}', { n: formatNumber(of.closing ?? 0) })}`].join(' ')
}
