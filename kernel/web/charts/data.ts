import type { Option } from './Plot.tsx'

export interface ChartLine {
  /** Place in the data of the chart. */
  index: number
  name: string
  values: ReadonlyArray<number | null>
}
/** The figures of a chart: a line for each place on its axis of names, a value for each series. */
export interface ChartData {
  series: readonly string[]
  /** As they stand on the chart: from left to right, or from top to bottom. */
  lines: readonly ChartLine[]
}
/** Reads a chart's figures from its option. A chart without an axis of names is refused: who cannot see it could not read it either. */
export function dataOf(option: Option): ChartData {
  const upright = namesOf(option.yAxis)
  const axis = upright ?? namesOf(option.xAxis)
  if (!axis) throw new Error('a chart needs an axis of names')
  const series = [option.series].flat().filter(one => one !== undefined)
  const valueAt = ({ data }: (typeof series)[number], index: number): number | null => {
    const value = data?.[index]
    return typeof value === 'number' ? value : null
  }
  const lines = axis.names.map((name, index) => ({ index, name: String(name), values: series.map(one => valueAt(one, index)) }))
  // the first name stands at the foot of an upright axis
  return { series: series.map(one => String(one.name ?? '')), lines: upright && !upright.isInverse ? lines.reverse() : lines }
}
function namesOf(axes: Option['xAxis'] | Option['yAxis']): { names: readonly unknown[]; isInverse: boolean } | undefined {
  for (const axis of [axes].flat()) if (axis && 'data' in axis && axis.data) return { names: axis.data, isInverse: axis.inverse === true }
  return undefined
}
