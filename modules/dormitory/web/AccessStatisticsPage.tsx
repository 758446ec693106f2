import { DatePicker, Tabs } from 'antd'
import dayjs from 'dayjs'
import { Suspense, useMemo } from 'react'
import { Link } from 'react-router'
import { schoolDate } from '#model/school-time.ts'
import { lazily } from '#web/app/chunk.ts'
import { Chart } from '#web/charts/Chart.tsx'
import type { Option } from '#web/charts/Plot.tsx'
import { Bars, Empty, LoadFailed } from '#web/feedback/Empty.tsx'
import { Figure, Figures } from '#web/feedback/Figures.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { formatDay, formatNumber } from '#web/records/format.ts'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { useCan } from '#web/session/useCan.ts'
import { alertStatistics, saveLimits } from '../model/access/alert-actions.ts'
import './access/access.css'

const Limits = lazily(() => import('./access/Limits.tsx'))
type Stats = NonNullable<AnswerOf<typeof alertStatistics>>
const DAYS = 30
const isDay = (text: string | null): text is string => text !== null && /^\d{4}-\d\d-\d\d$/.test(text)

/** 宿舍管理 → 安全门禁 → 门禁统计: late and missed returns, and the limits they are judged by. */
export default function AccessStatisticsPage() {
  const [params, , put] = useOwnParams()
  const may = useCan(saveLimits.permission)
  return (
    <div className="dorm-access">
      <header>
        <h1>{t('门禁统计')}</h1>
      </header>
      <Tabs
        activeKey={may && params.get('tab') === 'limits' ? 'limits' : 'numbers'}
        onChange={next => put({ tab: next === 'numbers' ? undefined : next })}
        destroyOnHidden
        items={[
          { key: 'numbers', label: t('统计'), children: <Numbers /> },
          ...(may
            ? [
                {
                  key: 'limits',
                  label: t('提醒阈值'),
                  children: (
                    <Suspense fallback={<Bars lines={6} />}>
                      <Limits />
                    </Suspense>
                  ),
                },
              ]
            : []),
        ]}
      />
    </div>
  )
}
function Numbers() {
  const [params, , put] = useOwnParams()
  const [from, to] = [params.get('from'), params.get('to')]
  const today = schoolDate(Date.now())
  const span =
    isDay(from) && isDay(to)
      ? { from, to }
      : {
          from: dayjs(today)
            .subtract(DAYS - 1, 'day')
            .format('YYYY-MM-DD'),
          to: today,
        }
  const { data, error, refetch, errorUpdatedAt } = useRead(alertStatistics, span)
  return (
    <div className="dorm-access">
      <div className="dorm-access-tools">
        <DatePicker.RangePicker
          value={[dayjs(span.from), dayjs(span.to)]}
          allowClear={false}
          aria-label={t('统计时间')}
          onChange={days => days?.[0] && days[1] && put({ from: days[0].format('YYYY-MM-DD'), to: days[1].format('YYYY-MM-DD') })}
        />
      </div>
      {error ? <LoadFailed error={error} at={errorUpdatedAt} onRetry={() => void refetch()} /> : null}
      {data || error ? null : <Bars lines={10} />}
      {data && !error ? data.total || data.houses.length ? <Shown data={data} span={span} /> : <Empty title={t('这段时间没有门禁提醒')} /> : null}
    </div>
  )
}
const LIST = '/dormitory/access/alerts'
const timeText = (minutes: number): string => (minutes < 120 ? t('{{n}} 分钟', { n: minutes }) : t('{{n}} 小时', { n: (minutes / 60).toFixed(1) }))
function Shown({ data, span }: { data: Stats; span: { from: string; to: string } }) {
  const houses = data.houses.filter(h => h !== null)
  const sum = (of: (h: (typeof houses)[number]) => number): number => houses.reduce((n, h) => n + of(h), 0)
  const worst = [...houses].sort((a, b) => b.lateRate - a.lateRate)[0]
  const figures: ReadonlyArray<readonly [string, string, string]> = [
    [t('晚归'), formatNumber(sum(h => h.lates)), `${LIST}?view=all&type=lateReturn`],
    [t('未归'), formatNumber(sum(h => h.outs)), `${LIST}?view=all&type=nightOut`],
    [t('还没有处理完'), formatNumber(data.open), LIST],
    [t('处理用时（中位数）'), data.handledMinutes === null ? '—' : timeText(data.handledMinutes), `${LIST}?view=closed`],
    [t('不确定的占'), data.total ? `${Math.round((data.uncertain / data.total) * 100)}%` : '—', `${LIST}?view=all`],
  ]
  return (
    <>
      <p className="dorm-access-sentence">
        {t('{{from}} 至 {{to}} 共 {{total}} 条提醒，{{explained}} 条后来自动解除；晚归率最高的是{{worst}}（{{rate}}%）。', {
          ...span,
          total: formatNumber(data.total),
          explained: formatNumber(data.explained),
          worst: worst?.name ?? '—',
          rate: worst?.lateRate ?? 0,
        })}
      </p>
      <Figures label={t('门禁统计')}>
        {figures.map(([label, value, link]) => (
          <Figure key={label} label={label} value={value} to={link} />
        ))}
      </Figures>
      <section className="ql-sheet dorm-access-card" aria-label={t('每晚')}>
        <h2>{t('每晚晚归和未归')}</h2>
        <Nights data={data} />
      </section>
      <div className="dorm-access-grid">
        <section className="ql-sheet dorm-access-card" aria-label={t('时段')}>
          <h2>{t('晚归的钟点')}</h2>
          <HourCurve data={data} />
        </section>
        <section className="ql-sheet dorm-access-card" aria-label={t('各楼')}>
          <h2>{t('各楼')}</h2>
          <div className="dorm-access-scroll">
            <table className="ql-plain">
              <thead>
                <tr>
                  {['宿舍楼', '在住', '晚归', '晚归率', '未归', '未归率'].map(head => (
                    <th key={head}>{t(head)}</th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {houses.map(h => (
                  <tr key={h.dormId}>
                    <th scope="row">
                      <Link to={`${LIST}?view=all&dormId=${h.dormId}`}>{h.name}</Link>
                    </th>
                    <td>{formatNumber(h.residents)}</td>
                    <td>{formatNumber(h.lates)}</td>
                    <td>{h.lateRate}%</td>
                    <td>{formatNumber(h.outs)}</td>
                    <td>{h.outRate}%</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </section>
      </div>
    </>
  )
}
function Nights({ data }: { data: Stats }) {
  const option = useMemo<Option>(() => {
    const nights = data.nights.filter(n => n !== null)
    return {
      grid: { left: 36, right: 16, top: 32, bottom: 28 },
      legend: { top: 0, right: 0 },
      tooltip: { trigger: 'axis' },
      xAxis: { type: 'category', data: nights.map(n => formatDay(n.night)) },
      yAxis: { type: 'value', minInterval: 1 },
      series: [
        { type: 'bar', name: t('晚归'), barMaxWidth: 14, data: nights.map(n => n.lates) },
        { type: 'bar', name: t('未归'), barMaxWidth: 14, data: nights.map(n => n.outs) },
      ],
    }
  }, [data])
  return <Chart option={option} height={240} label={t('每晚晚归和未归')} />
}
const CLOCK = [22, 23, 0, 1, 2, 3, 4, 5, 6]
function HourCurve({ data }: { data: Stats }) {
  const option = useMemo<Option>(() => {
    const known = new Map(data.hours.filter(h => h !== null).map(h => [h.hour, h.lates]))
    return {
      grid: { left: 36, right: 16, top: 16, bottom: 28 },
      tooltip: { trigger: 'axis' },
      xAxis: { type: 'category', data: CLOCK.map(h => `${String(h).padStart(2, '0')}:00`) },
      yAxis: { type: 'value', minInterval: 1 },
      series: [{ type: 'line', name: t('晚归'), showSymbol: false, data: CLOCK.map(h => known.get(h) ?? 0) }],
    }
  }, [data])
  return <Chart option={option} height={220} label={t('晚归的钟点')} />
}
