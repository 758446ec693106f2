import { BarChart, type BarSeriesOption, LineChart, type LineSeriesOption, PieChart, type PieSeriesOption } from 'echarts/charts'
import {
  AriaComponent,
  type AriaComponentOption,
  GridComponent,
  type GridComponentOption,
  LegendComponent,
  type LegendComponentOption,
  MarkLineComponent,
  TooltipComponent,
  type TooltipComponentOption,
} from 'echarts/components'
import { type ComposeOption, type ECharts, init, registerTheme, use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'
import { useSignal } from '#web/base/signal.ts'
import { theme } from '#web/theme/config.ts'
import { chartTheme } from './theme.ts'

export type Option = ComposeOption<
  BarSeriesOption | LineSeriesOption | PieSeriesOption | AriaComponentOption | GridComponentOption | LegendComponentOption | TooltipComponentOption
>

use([BarChart, LineChart, PieChart, GridComponent, LegendComponent, TooltipComponent, MarkLineComponent, AriaComponent, CanvasRenderer])
registerTheme('ql-light', chartTheme(false))
registerTheme('ql-dark', chartTheme(true))

/** What was clicked; names need not be unique, `index` is the place in the data. */
export interface Picked {
  index: number
  name: string
  seriesName: string
  value: unknown
}
interface Props {
  option: Option
  height: number
  label: string
  onPick?: (picked: Picked) => void
}
export default function Plot({ option, height, label, onPick }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const chart = useRef<ECharts>(undefined)
  const pick = useRef(onPick)
  pick.current = onPick
  const dark = useSignal(theme).isIsDark
  useEffect(() => {
    if (!box.current) return
    const made = init(box.current, dark ? 'ql-dark' : 'ql-light')
    chart.current = made
    made.on('click', event => pick.current?.({ index: event.dataIndex, name: event.name, seriesName: event.seriesName ?? '', value: event.value }))
    const observer = new ResizeObserver(() => made.resize())
    observer.observe(box.current)
    return () => {
      observer.disconnect()
      made.dispose()
    }
  }, [dark])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a chart recreated for the other mode needs its option again
  useEffect(() => {
    chart.current?.setOption({ aria: { enabled: true, label: { description: label } }, animationDuration: 260, ...option }, true)
  }, [option, label, dark])
  return <div ref={box} style={{ height }} />
}
