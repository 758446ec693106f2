import type { Option } from '#web/charts/Plot.tsx'
import { t } from '#web/i18n/index.ts'
import { formatDay } from '#web/values/format.ts'

/** Line chart of weekly scores, oldest first; the axis begins a little below the lowest, since scores are high. */
export const scoreLine = (weeks: ReadonlyArray<{ week: string; score: number | null }>): Option => ({
  grid: { left: 8, right: 16, top: 12, bottom: 8, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
  xAxis: { type: 'category', data: weeks.map(w => formatDay(w.week)), axisTick: { show: false } },
  yAxis: { type: 'value', max: 100, min: (range: { min: number }) => Math.max(0, Math.floor(range.min / 10) * 10 - 10), splitNumber: 3 },
  tooltip: { trigger: 'axis' },
  series: [{ type: 'line', data: weeks.map(w => w.score), name: t('得分') }],
})
