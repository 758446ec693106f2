import { useMemo } from 'react'
import { RowButton } from '#web/feedback/native.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { t } from '#web/i18n/index.ts'
import { MISSING } from '#web/values/format.ts'
import { type ChartLine, dataOf } from './data.ts'
import type { Option, Picked } from './Plot.tsx'

interface Props {
  option: Option
  label: string
  show: (value: number) => string
  onPick?: ((picked: Picked) => void) | undefined
}
/** The figures of a chart as a table. What a click on the chart opens, its values open by keyboard. */
export function ChartTable({ option, label, show, onPick }: Props) {
  const { series, lines } = useMemo(() => dataOf(option), [option])
  const cell = (line: ChartLine, at: number) => {
    const value = line.values[at]
    if (value === null || value === undefined) return MISSING
    if (!onPick) return show(value)
    return (
      <RowButton aria-label={`${line.name} ${series[at]} ${show(value)}`} onClick={() => onPick({ index: line.index, name: line.name, seriesName: series[at] ?? '', value })}>
        {show(value)}
      </RowButton>
    )
  }
  return (
    <PlainTable
      label={label}
      isLong
      rows={lines}
      keyOf={line => line.index}
      columns={[
        [t('名称'), line => line.name, { isHead: true }],
        ...series.map((name, at) => [name || t('数量'), (line: ChartLine) => cell(line, at), { isNumber: true, key: name }] as const),
      ]}
    />
  )
}
