import { useMemo } from 'react'
import { Chart } from '#web/charts/Chart.tsx'
import type { Option } from '#web/charts/Plot.tsx'
import { t } from '#web/i18n/index.ts'
import { minutesWords } from '../../../flows/web/public/labels.ts'
import type { Line } from './lines.ts'

const MOST = 12
const ROW = 34
/** Median and p90 side by side, for the busiest lines. */
export function TimeChart({ lines }: { lines: readonly Line[] }) {
  const shown = useMemo(() => [...lines].sort((a, b) => b.count - a.count).slice(0, MOST), [lines])
  const option = useMemo<Option>(() => {
    const series = (name: string, data: number[]) => ({
      type: 'bar' as const,
      name,
      barMaxWidth: 12,
      itemStyle: { borderRadius: [0, 2, 2, 0] },
      label: { show: true, position: 'right' as const, formatter: ({ value }: { value: unknown }) => minutesWords(Number(value)) },
      data,
    })
    return {
      grid: { left: 0, right: 96, top: 28, bottom: 4, containLabel: true },
      legend: { show: true },
      tooltip: { trigger: 'axis', axisPointer: { type: 'shadow' }, valueFormatter: value => minutesWords(Number(value)) },
      xAxis: { type: 'value', show: false, min: 0 },
      yAxis: { type: 'category', inverse: true, data: shown.map(line => line.label), axisLabel: { width: 160, overflow: 'truncate' } },
      series: [
        series(
          t('一般用时（中位数）'),
          shown.map(line => line.medianMin),
        ),
        series(
          t('90% 以内'),
          shown.map(line => line.p90Min),
        ),
      ],
    }
  }, [shown])
  return (
    <Chart
      option={option}
      height={48 + shown.length * ROW}
      show={minutesWords}
      label={t('办理用时：{{list}}', { list: shown.map(line => `${line.label} ${minutesWords(line.medianMin)}`).join(t('、')) })}
    />
  )
}
