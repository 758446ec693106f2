import { useContext, useMemo } from 'react'
import { Chart } from '#web/charts/Chart.tsx'
import type { Option } from '#web/charts/Plot.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { statistics } from '../../model/statistics.ts'
import { ChartSheet, HEIGHT, nobody, type StatisticsAnswer } from './ChartSheet.tsx'
import { Count } from './Count.tsx'
import { askKey, lineName } from './labels.ts'
import { type Ask, OpenPeople } from './people.ts'

/** Colleges compared; a reader limited to one college gets its classes. */
export function CollegeChart({ asOf }: { asOf: string }) {
  const colleges = useRead(statistics, { asOf, rows: 'department' })
  const isOne = (colleges.data?.rows.length ?? 0) === 1
  const classes = useRead(statistics, { asOf, rows: 'class' }, { enabled: isOne })
  const of = isOne ? 'class' : 'department'
  const read = isOne ? classes : colleges
  const ask = (key: string): Ask => ({ asOf, [of]: askKey(key) })
  return (
    <ChartSheet
      title={isOne ? t('各班在籍') : t('各院系在籍')}
      note={t('人')}
      read={read}
      empty={nobody}
      chart={data => <BarsPlot lines={topOf(data, of)} ask={ask} />}
      table={data => <LineTable data={data} of={of} ask={ask} />}
    />
  )
}
interface Bar {
  key: string
  name: string
  n: number
}
const MOST_BARS = 14
/** The largest groups; the rest is merged into one bar. */
function topOf(data: StatisticsAnswer, of: 'department' | 'class'): Bar[] {
  const bars = data.rows.flatMap(r => (r ? [{ key: r.key, name: lineName(r, of), n: r.enrolled ?? 0 }] : [])).sort((a, b) => b.n - a.n)
  if (bars.length <= MOST_BARS) return bars
  const rest = bars.slice(MOST_BARS - 1)
  return [...bars.slice(0, MOST_BARS - 1), { key: OTHERS, name: t('其他 {{n}} 个', { n: rest.length }), n: rest.reduce((sum, b) => sum + b.n, 0) }]
}
const OTHERS = '…'

function BarsPlot({ lines, ask }: { lines: readonly Bar[]; ask: (key: string) => Ask }) {
  const open = useContext(OpenPeople)
  const option = useMemo<Option>(
    () => ({
      // few bars are aligned to the top instead of spread out
      grid: { left: 0, right: 44, top: 4, bottom: Math.max(4, HEIGHT - 4 - lines.length * 44), containLabel: true },
      tooltip: { trigger: 'axis', axisPointer: { type: 'shadow' } },
      xAxis: { type: 'value', show: false, min: 0 },
      yAxis: { type: 'category', inverse: true, data: lines.map(l => l.name), axisLabel: { width: 108, overflow: 'truncate' } },
      series: [
        {
          type: 'bar',
          name: t('在籍'),
          barMaxWidth: 18,
          itemStyle: { borderRadius: [0, 2, 2, 0] },
          label: { show: true, position: 'right' },
          data: lines.map(l => l.n),
        },
      ],
    }),
    [lines],
  )
  return (
    <Chart
      hasTable
      option={option}
      height={HEIGHT}
      label={t('在籍人数：{{list}}', { list: lines.map(l => `${l.name} ${l.n}`).join(t('、')) })}
      onPick={({ name }) => {
        const line = lines.find(l => l.name === name)
        if (line && line.key !== OTHERS) open({ title: name, lists: [{ label: name, ask: ask(line.key) }] })
      }}
    />
  )
}
const LineTable = ({ data, of, ask }: { data: StatisticsAnswer; of: 'department' | 'class'; ask: (key: string) => Ask }) => (
  <PlainTable
    isLong
    label={t('在籍')}
    rows={data.rows}
    keyOf={r => r.key}
    columns={[
      [of === 'class' ? t('班级') : t('院系'), r => lineName(r, of), { isHead: true, foot: t('合计') }],
      [t('在籍'), r => <Count n={r.enrolled} title={lineName(r, of)} ask={ask(r.key)} />, { foot: <Count n={data.total.enrolled} title={t('合计')} /> }],
      [t('在校'), r => <Count n={r.atSchool} title={lineName(r, of)} ask={{ ...ask(r.key), atSchool: true }} />, { foot: <Count n={data.total.atSchool} title={t('合计')} /> }],
    ]}
  />
)
