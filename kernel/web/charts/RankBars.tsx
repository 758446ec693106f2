import { useMemo } from 'react'
import { t } from '#web/i18n/index.ts'
import { formatNumber } from '#web/values/format.ts'
import { Chart } from './Chart.tsx'
import type { Option } from './Plot.tsx'

export interface RankBar {
  key?: string
  label: string
  value: number
}
interface RankBarsProps {
  /** In display order, the first on top. */
  bars: readonly RankBar[]
  /** Accessible name: what the bars count, in one sentence. */
  label: string
  most?: number
  unit?: string
  onPick?: (bar: RankBar) => void
}
const LEAST = 96
/** Thin bars for long lists: 31 provinces fit on one page. */
const heightOf = (lines: number): number => Math.max(LEAST, lines * (lines > 12 ? 26 : 30))
/** Horizontal ranked bars, each with its number at the end. */
export function RankBars({ bars, label, most = 12, unit = '', onPick }: RankBarsProps) {
  const lines = useMemo(() => bars.slice(0, most).toReversed(), [bars, most])
  const after = /^[a-z]/i.test(unit) ? ` ${unit}` : unit
  const option = useMemo<Option>(
    () => ({
      grid: { left: 8, right: 56, top: 8, bottom: 8, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
      xAxis: { type: 'value', show: false },
      yAxis: {
        type: 'category',
        data: lines.map(b => t(b.label)),
        axisTick: { show: false },
        axisLine: { show: false },
        axisLabel: { interval: 0, width: 140, overflow: 'truncate' },
      },
      series: [{ type: 'bar', barMaxWidth: 16, data: lines.map(b => b.value), label: { show: true, position: 'right', formatter: `{c}${after}` } }],
    }),
    [lines, after],
  )
  const pick = (index: number): void => {
    const bar = lines[index]
    if (bar) onPick?.(bar)
  }
  return (
    <Chart
      option={option}
      height={heightOf(lines.length)}
      label={label}
      show={value => `${formatNumber(value)}${after}`}
      {...(onPick ? { onPick: picked => pick(picked.index) } : {})}
    />
  )
}
