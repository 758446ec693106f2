import { useMemo } from 'react'
import { Chart } from '#web/charts/Chart.tsx'
import type { Option } from '#web/charts/Plot.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { formatDay, formatNumber } from '#web/values/format.ts'

interface Look {
  name: string
  /** Bars instead of a line; bars with the same stack stand on each other. */
  bar?: true
  stack?: string
}
interface TrendProps<P> {
  title: string
  /** Accessible name of the chart; the title by default. */
  label?: string
  points: readonly P[]
  /** Label of a point on the time axis. */
  at: (point: P) => string
  series: ReadonlyArray<Look & { of: (point: P) => number | null }>
  /** For percentages: the axis runs from here to 100. */
  percentFrom?: number
  onPick?: (point: P) => void
}
interface Drawn {
  names: string[]
  lines: Array<Look & { data: Array<number | null> }>
  percentFrom?: number
}
const optionOf = ({ names, lines, percentFrom }: Drawn): Option => ({
  grid: { left: 48, right: 16, top: lines.length > 1 ? 32 : 16, bottom: 28 },
  ...(lines.length > 1 ? { legend: { top: 0 } } : {}),
  tooltip: { trigger: 'axis' },
  xAxis: { type: 'category', data: names },
  yAxis: percentFrom === undefined ? { type: 'value', minInterval: 1 } : { type: 'value', min: percentFrom, max: 100, axisLabel: { formatter: '{value}%' } },
  series: lines.map(({ bar, ...line }) => (bar ? { ...line, type: 'bar', barMaxWidth: 14 } : { ...line, type: 'line', showSymbol: names.length < 3 })),
})
/** Figures over time: lines or bars, one point a day. */
export function Trend<P>({ title, label = title, points, at, series, percentFrom, onPick }: TrendProps<P>) {
  const names = points.map(at)
  // compared by content: a chart is drawn again only if its data changed
  const drawn = JSON.stringify({ names, lines: series.map(({ of, ...look }) => ({ ...look, data: points.map(of) })), percentFrom } satisfies { [K in keyof Drawn]: unknown })
  const option = useMemo(() => optionOf(JSON.parse(drawn) as Drawn), [drawn])
  const pick = (index: number): void => {
    const point = points[index]
    if (point) onPick?.(point)
  }
  return (
    <Sheet title={title}>
      <Chart option={option} height={240} label={label} {...(percentFrom === undefined ? {} : { show: percent })} {...(onPick ? { onPick: picked => pick(picked.index) } : {})} />
    </Sheet>
  )
}
const percent = (value: number): string => `${formatNumber(value)}%`
/** Label of a group by day. */
export const dayOf = ({ key }: { key: string }): string => formatDay(key)
