import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { percentOf } from '#model/percent.ts'
import { schoolInstant } from '#model/school-time.ts'
import { Chart } from '#web/charts/Chart.tsx'
import type { Option } from '#web/charts/Plot.tsx'
import { RankBars } from '#web/charts/RankBars.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { t } from '#web/i18n/index.ts'
import { Columns } from '#web/layout/Layout.tsx'
import { formatDay } from '#web/values/format.ts'
import { useDict } from '#web/values/useDict.ts'
import { changeReason } from '../../changes/model/dorm-change.ts'
import { violationType } from '../../checks/model/violation.ts'
import type { Stats } from './DormStatisticsPage.tsx'
import style from './statistics.module.css'

const GRID = { left: 48, right: 16, top: 32, bottom: 28 } as const
/** Residents, nights, changes, checks and scores over time. Parts without list permission are left out. */
export function Happened({ data }: { data: Stats }) {
  const [reasons, types] = [useDict(changeReason), useDict(violationType)]
  const go = useNavigate()
  const labelOf = (items: typeof reasons, key: string): string => items.find(i => i.key === key)?.label ?? key
  const since = schoolInstant(data.since)
  const [changes, violations] = [data.changes, data.violations]
  return (
    <Columns min={520}>
      {data.byMonth.length ? (
        <Sheet title={t('近 12 个月在住人数')}>
          <Months data={data} />
        </Sheet>
      ) : null}
      {data.nights.length ? (
        <Sheet title={t('近 30 晚归寝')}>
          <Nights data={data} onPick={date => void go(`/dormitory/nights?nightDate=${date}`)} />
        </Sheet>
      ) : null}
      {data.scores.length ? (
        <Sheet title={t('近 12 周卫生平均分')}>
          <Scores data={data} onPick={week => void go(`/dormitory/check/records?week=${week}`)} />
        </Sheet>
      ) : null}
      {changes.length ? (
        <Sheet title={t('本学期调宿原因')}>
          <RankBars
            bars={changes.map(c => ({ key: c.reason, label: labelOf(reasons, c.reason), value: c.count }))}
            label={t('本学期各原因调宿次数')}
            onPick={bar => void go(`/dormitory/changes?state=executed&reason=${bar.key}&executedAt.ge=${encodeURIComponent(since)}`)}
          />
        </Sheet>
      ) : null}
      {violations.length ? (
        <Sheet title={t('本学期宿舍违纪')}>
          <RankBars
            bars={violations.map(v => ({ key: v.type, label: labelOf(types, v.type), value: v.count }))}
            label={t('本学期各类宿舍违纪件数')}
            onPick={bar => void go(`/dormitory/violations?type=${bar.key}&at.ge=${encodeURIComponent(since)}`)}
          />
        </Sheet>
      ) : null}
    </Columns>
  )
}
function Months({ data }: { data: Stats }) {
  const option = useMemo<Option>(() => {
    const months = data.byMonth
    return {
      grid: GRID,
      tooltip: { trigger: 'axis' },
      xAxis: { type: 'category', data: months.map(m => m.on.slice(2).replaceAll('-', '/')) },
      yAxis: { type: 'value', minInterval: 1 },
      series: [{ type: 'line', name: t('在住'), data: months.map(m => m.living) }],
    }
  }, [data])
  return <Chart option={option} height={240} label={t('近 12 个月每月 1 日和今天的在住人数')} />
}
function Nights({ data, onPick }: { data: Stats; onPick: (date: string) => void }) {
  const { nights } = data
  const option = useMemo<Option>(
    () => ({
      grid: GRID,
      legend: { top: 0 },
      tooltip: { trigger: 'axis' },
      xAxis: { type: 'category', data: nights.map(n => formatDay(n.date)) },
      yAxis: { type: 'value', minInterval: 1 },
      series: [
        { type: 'bar', stack: 'night', name: t('晚归'), data: nights.map(n => n.late) },
        { type: 'bar', stack: 'night', name: t('未归'), data: nights.map(n => n.absent) },
        { type: 'bar', stack: 'night', name: t('已请假'), data: nights.map(n => n.excused) },
      ],
    }),
    [nights],
  )
  const last = nights.at(-1)
  const seen = last ? last.present + last.late : 0
  return (
    <>
      {last ? (
        <p className={style.statsNote}>
          {t('最近一晚 {{date}}：应在寝 {{expected}} 人，归寝率 {{percent}}%。', {
            date: last.date,
            expected: seen + last.absent,
            percent: percentOf(seen, seen + last.absent) ?? 0,
          })}
        </p>
      ) : null}
      <Chart
        option={option}
        height={240}
        label={t('近 30 晚晚归、未归和获准不在寝的人数')}
        onPick={picked => onPick(nights.find(n => formatDay(n.date) === picked.name)?.date ?? '')}
      />
    </>
  )
}
function Scores({ data, onPick }: { data: Stats; onPick: (week: string) => void }) {
  const weeks = data.scores
  const option = useMemo<Option>(
    () => ({
      grid: GRID,
      tooltip: { trigger: 'axis' },
      xAxis: { type: 'category', data: weeks.map(w => formatDay(w.week)) },
      yAxis: { type: 'value', scale: true },
      series: [{ type: 'line', name: t('平均分'), data: weeks.map(w => w.mean) }],
    }),
    [weeks],
  )
  return <Chart option={option} height={240} label={t('近 12 周卫生检查平均分')} onPick={picked => onPick(weeks.find(w => formatDay(w.week) === picked.name)?.week ?? '')} />
}
