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
import { OpenPeople } from './people.ts'

/** Grades by gender. */
export function GradeChart({ asOf }: { asOf: string }) {
  const read = useRead(statistics, { asOf, rows: 'grade', columns: 'gender' })
  return (
    <ChartSheet
      title={t('各年级男女')}
      note={t('在籍')}
      read={read}
      empty={nobody}
      chart={data => <GradePlot data={data} asOf={asOf} />}
      table={data => <GradeTable data={data} asOf={asOf} />}
    />
  )
}
const cellOf = (data: StatisticsAnswer, row: string, column: string) => data.cells.find(c => c?.row === row && c.column === column)

function GradePlot({ data, asOf }: { data: StatisticsAnswer; asOf: string }) {
  const open = useContext(OpenPeople)
  const option = useMemo<Option>(
    () => ({
      legend: {},
      grid: { left: 0, right: 4, top: 40, bottom: 0, containLabel: true },
      tooltip: { trigger: 'axis', axisPointer: { type: 'shadow' } },
      xAxis: { type: 'category', data: data.rows.map(r => r?.key ?? '').reverse() },
      yAxis: { type: 'value', min: 0, minInterval: 1 },
      series: data.columns.flatMap(c =>
        c
          ? [
              {
                type: 'bar' as const,
                name: lineName(c, 'gender'),
                stack: 'all',
                itemStyle: { borderRadius: 0 },
                data: data.rows.map(r => cellOf(data, r?.key ?? '', c.key)?.enrolled ?? 0).reverse(),
              },
            ]
          : [],
      ),
    }),
    [data],
  )
  return (
    <Chart
      hasTable
      option={option}
      height={HEIGHT}
      label={t('各年级在籍人数按性别')}
      onPick={({ name, seriesName }) => {
        const column = data.columns.find(c => c && lineName(c, 'gender') === seriesName)
        const title = `${t('{{n}} 级', { n: name })} ${seriesName}`
        if (column) open({ title, lists: [{ label: title, ask: { asOf, grade: name, gender: askKey(column.key) } }] })
      }}
    />
  )
}
const GradeTable = ({ data, asOf }: { data: StatisticsAnswer; asOf: string }) => (
  <PlainTable
    isLong
    label={t('各年级男女')}
    rows={data.rows}
    keyOf={r => r.key}
    columns={[
      [t('年级'), r => lineName(r, 'grade'), { isHead: true, foot: t('合计') }],
      ...data.columns.flatMap(c =>
        c
          ? [
              [
                lineName(c, 'gender'),
                (r: { key: string; name: string }) => (
                  <Count
                    n={cellOf(data, r.key, c.key)?.enrolled ?? 0}
                    title={`${lineName(r, 'grade')} ${lineName(c, 'gender')}`}
                    ask={{ asOf, grade: r.key, gender: askKey(c.key) }}
                  />
                ),
                { key: c.key, foot: <Count n={c.enrolled} title={t('合计')} /> },
              ] as const,
            ]
          : [],
      ),
      [t('合计'), r => <Count n={r.enrolled} title={lineName(r, 'grade')} ask={{ asOf, grade: r.key }} />, { foot: <Count n={data.total.enrolled} title={t('合计')} /> }],
    ]}
  />
)
