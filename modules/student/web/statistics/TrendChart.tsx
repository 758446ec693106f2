import dayjs from 'dayjs'
import { useContext, useMemo } from 'react'
import { Chart } from '#web/charts/Chart.tsx'
import type { Option } from '#web/charts/Plot.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { trend } from '../../model/statistics.ts'
import { ChartSheet, HEIGHT } from './ChartSheet.tsx'
import { Count } from './Count.tsx'
import { OpenPeople } from './people.ts'

type Years = AnswerOf<typeof trend>
export const useTrend = (asOf: string) => useRead(trend, { asOf, years: 10 })

/** The same day of ten years: enrolled, entries, exits. */
export function TrendChart({ asOf }: { asOf: string }) {
  const read = useTrend(asOf)
  return (
    <ChartSheet
      title={t('历年人数')}
      note={t('每年{{month}}月{{day}}日', { month: Number(asOf.slice(5, 7)), day: Number(asOf.slice(8)), monthName: dayjs(asOf).format('MMM') })}
      read={read}
      empty={data => (data.some(y => y.enrolled) ? undefined : t('这些年还没有学籍记录'))}
      chart={data => <TrendPlot years={data} />}
      table={data => (
        <PlainTable
          isLong
          label={t('历年人数')}
          rows={[...data].reverse()}
          keyOf={y => String(y.year)}
          columns={[
            [t('统计日期'), y => y.asOf],
            [t('在籍'), y => <Count n={y.enrolled} title={t('在籍')} ask={{ asOf: y.asOf ?? asOf }} />],
            [t('在校'), y => <Count n={y.atSchool} title={t('在校')} ask={{ asOf: y.asOf ?? asOf, atSchool: true }} />],
            [t('一年内新增'), y => <Count n={y.joined} title={t('一年内新增')} />],
            [t('一年内离校'), y => <Count n={y.left} title={t('一年内离校')} />],
          ]}
        />
      )}
    />
  )
}
function TrendPlot({ years }: { years: Years }) {
  const open = useContext(OpenPeople)
  const option = useMemo<Option>(() => {
    const of = (pick: (y: Years[number]) => number | null) => years.map(y => pick(y) ?? 0)
    const total = of(y => y.enrolled)
    return {
      legend: {},
      grid: { left: 4, right: 4, top: 48, bottom: 0, containLabel: true },
      tooltip: { trigger: 'axis', axisPointer: { type: 'shadow' } },
      xAxis: { type: 'category', data: years.map(y => String(y.year)) },
      yAxis: { type: 'value', min: 0, minInterval: 1 },
      series: [
        { type: 'bar', name: t('在校'), stack: 'all', barMaxWidth: 40, itemStyle: { borderRadius: 0 }, data: of(y => y.atSchool) },
        {
          type: 'bar',
          name: t('不在校'),
          stack: 'all',
          barMaxWidth: 40,
          itemStyle: { color: '#62b9f0' },
          label: { show: true, position: 'top', formatter: p => String(total[p.dataIndex] ?? '') },
          data: of(y => (y.enrolled ?? 0) - (y.atSchool ?? 0)),
        },
        { type: 'line', name: t('一年内新增'), data: of(y => y.joined) },
        { type: 'line', name: t('一年内离校'), data: of(y => y.left) },
      ],
    }
  }, [years])
  const last = years.at(-1)
  return (
    <Chart
      hasTable
      option={option}
      height={HEIGHT}
      label={t('十年来在籍人数的柱形图，最近一年 {{n}} 人', { n: last?.enrolled ?? 0 })}
      onPick={({ name }) => {
        const year = years.find(y => String(y.year) === name)
        if (year?.asOf) open({ title: t('{{date}}在籍', { date: year.asOf }), lists: [{ label: name, ask: { asOf: year.asOf } }] })
      }}
    />
  )
}
