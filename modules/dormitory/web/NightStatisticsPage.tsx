import { useMemo } from 'react'
import { Link } from 'react-router'
import { Chart } from '#web/charts/Chart.tsx'
import type { Option } from '#web/charts/Plot.tsx'
import { Empty } from '#web/feedback/Empty.tsx'
import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Columns, Row } from '#web/layout/Layout.tsx'
import { formatDay, formatNumber } from '#web/records/format.ts'
import { useRead } from '#web/records/useRead.ts'
import { useSpan } from '#web/statistics/useSpan.tsx'
import { nightStatistics } from '../model/night/read-actions.ts'
import { dayText, waitText, weekdayText } from './night/labels.ts'
import './night/night.css'

type Stats = AnswerOf<typeof nightStatistics>
type Group = NonNullable<Stats['byDorm'][number]>
const DAYS = 30
const SHOWN = 12
const percent = (rate: number | null): string => (rate === null ? '—' : `${rate}%`)

/** 晚点名 → 归寝统计: summary, figures, and absences by place and time. */
export default function NightStatisticsPage() {
  const { span, picker } = useSpan(DAYS, 1)
  const read = useRead(nightStatistics, span)
  const { data } = read
  return (
    <div className="dorm-night-page">
      <Row as="header" className="dorm-night-head">
        <h1>{t('归寝统计')}</h1>
        {picker}
      </Row>
      {data ? data.nights ? <Shown data={data} /> : <Empty title={t('这段时间没有归寝记录')} /> : <Loading of={read} lines={10} />}
    </div>
  )
}
function Shown({ data }: { data: Stats }) {
  const worst = data.byDorm[0]
  const figures: ReadonlyArray<readonly [string, string]> = [
    [t('归寝率'), percent(data.rate)],
    [t('晚归'), formatNumber(data.late)],
    [t('未归'), formatNumber(data.absent)],
    [t('事后准假'), formatNumber(data.afterwards)],
    [t('已处置'), formatNumber(data.handled)],
    [t('平均处置'), data.meanMinutes === null ? '—' : waitText(data.meanMinutes)],
  ]
  return (
    <>
      <p className="dorm-night-sentence">
        {t('{{nights}} 晚应在寝 {{expected}} 人次，归寝率 {{rate}}；未归 {{cases}} 人次，其中 {{afterwards}} 人次事后准假；归寝率最低的是{{worst}}。', {
          nights: formatNumber(data.nights),
          expected: formatNumber(data.expected),
          rate: percent(data.rate),
          cases: formatNumber(data.cases),
          afterwards: formatNumber(data.afterwards),
          worst: worst?.label ?? '—',
        })}
      </p>
      <Figures label={t('归寝统计')}>
        {figures.map(([label, value]) => (
          <Figure key={label} label={label} value={value} />
        ))}
      </Figures>
      <Sheet title={t('每晚归寝率')}>
        <NightsLine nights={data.byNight} />
      </Sheet>
      <Columns min={360} isEven>
        <Sheet title={t('楼栋归寝率（低的在前）')}>
          <Rates groups={data.byDorm} />
        </Sheet>
        <Sheet title={t('班级归寝率（低的在前）')}>
          <Rates groups={data.byClass} />
        </Sheet>
        <Sheet title={t('星期')}>
          <Weekdays days={data.byWeekday} />
        </Sheet>
        <Sheet title={t('处置最久')}>
          <Longest rows={data.longest} />
        </Sheet>
      </Columns>
    </>
  )
}
const Sheet = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <section className="ql-sheet dorm-night-card" aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
)
function NightsLine({ nights }: { nights: Stats['byNight'] }) {
  const option = useMemo((): Option => {
    const known = nights.flatMap(n => n ?? [])
    const lowest = Math.min(100, ...known.map(n => n.rate ?? 100))
    return {
      grid: { left: 44, right: 16, top: 16, bottom: 28 },
      tooltip: { trigger: 'axis' },
      xAxis: { type: 'category', data: known.map(n => formatDay(n.nightDate)) },
      yAxis: { type: 'value', min: Math.max(0, Math.floor(lowest / 5) * 5 - 5), max: 100 },
      series: [{ type: 'line', name: t('归寝率'), data: known.map(n => n.rate), showSymbol: false }],
    }
  }, [nights])
  return <Chart option={option} height={240} label={t('每晚归寝率')} />
}
const Rates = ({ groups }: { groups: ReadonlyArray<Group | null> }) => (
  <ul className="dorm-night-rates">
    {groups.slice(0, SHOWN).map(g =>
      g ? (
        <li key={g.id ?? g.label}>
          <span>{g.label}</span>
          <b>{percent(g.rate)}</b>
          <small>{t('晚归 {{late}}，未归 {{absent}}', { late: formatNumber(g.late), absent: formatNumber(g.absent) })}</small>
        </li>
      ) : null,
    )}
  </ul>
)
const Weekdays = ({ days }: { days: Stats['byWeekday'] }) => (
  <ul className="dorm-night-rates">
    {days.map(d =>
      d ? (
        <li key={d.weekday}>
          <span>{weekdayText(d.weekday)}</span>
          <b>{percent(d.rate)}</b>
          <small>{t('晚归 {{late}}，未归 {{absent}}', { late: formatNumber(d.late), absent: formatNumber(d.absent) })}</small>
        </li>
      ) : null,
    )}
  </ul>
)
const Longest = ({ rows }: { rows: Stats['longest'] }) =>
  rows.length ? (
    <ul className="dorm-night-rates">
      {rows.map(r =>
        r ? (
          <li key={r.id}>
            <Link to={`/dormitory/night/cases?night=${r.nightDate}&view=all`}>{[r.name, r.className].filter(Boolean).join(' · ')}</Link>
            <b>{waitText(r.minutes)}</b>
            <small>{r.isOpen ? t('{{date}} 晚，还没有处置', { date: dayText(r.nightDate) }) : t('{{date}} 晚', { date: dayText(r.nightDate) })}</small>
          </li>
        ) : null,
      )}
    </ul>
  ) : (
    <p className="ql-quiet">{t('没有未归的学生')}</p>
  )
