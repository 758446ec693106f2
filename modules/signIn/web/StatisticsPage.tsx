import { DatePicker, Select, Tabs } from 'antd'
import dayjs from 'dayjs'
import { useMemo } from 'react'
import { schoolDate } from '#model/school-time.ts'
import { Chart } from '#web/charts/Chart.tsx'
import type { Option } from '#web/charts/Plot.tsx'
import { RankBars } from '#web/charts/RankBars.tsx'
import { Bars, Empty, LoadFailed } from '#web/feedback/Empty.tsx'
import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { formatDate, formatDay, formatNumber, MISSING } from '#web/records/format.ts'
import { PlainTable } from '#web/records/PlainTable.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { signStatistics } from '../model/read-actions.ts'
import { KINDS, type Kind } from '../model/sign-task.ts'
import { AttendanceReport } from './AttendanceReport.tsx'
import './sign.css'

type Stats = AnswerOf<typeof signStatistics>
type Bar = NonNullable<Stats['byTask'][number]>
const isDay = (text: string | null): text is string => text !== null && /^\d{4}-\d\d-\d\d$/.test(text)
const isKind = (text: string | null): text is Kind => text !== null && Object.hasOwn(KINDS, text)
const DAYS = 30

/** 签到统计: summary, figures, absences, and a class sheet. */
export default function StatisticsPage() {
  const [params, , put] = useOwnParams()
  return (
    <div className="sign-page">
      <header className="sign-head">
        <h1>{t('签到统计')}</h1>
      </header>
      <Tabs
        activeKey={params.get('tab') === 'sheet' ? 'sheet' : 'all'}
        onChange={next => put({ tab: next === 'all' ? undefined : next })}
        destroyOnHidden
        items={[
          { key: 'all', label: t('统计'), children: <Numbers /> },
          { key: 'sheet', label: t('班级考勤表'), children: <AttendanceReport /> },
        ]}
      />
    </div>
  )
}
function Numbers() {
  const [params, , put] = useOwnParams()
  const [from, to, kind] = [params.get('from'), params.get('to'), params.get('kind')]
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
  const { data, error, refetch, errorUpdatedAt } = useRead(signStatistics, { ...span, ...(isKind(kind) ? { kind } : {}) })
  return (
    <div className="sign-page">
      <div className="sign-tools">
        <DatePicker.RangePicker
          value={[dayjs(span.from), dayjs(span.to)]}
          allowClear={false}
          aria-label={t('统计时间')}
          onChange={days => days?.[0] && days[1] && put({ from: days[0].format('YYYY-MM-DD'), to: days[1].format('YYYY-MM-DD') })}
        />
        <Select
          aria-label={t('类型')}
          allowClear
          placeholder={t('全部类型')}
          value={isKind(kind) ? kind : null}
          options={Object.entries(KINDS).map(([value, label]) => ({ value: value as Kind, label: t(label) }))}
          onChange={next => put({ kind: next ?? undefined })}
        />
      </div>
      {error ? <LoadFailed error={error} at={errorUpdatedAt} onRetry={() => void refetch()} /> : null}
      {data || error ? null : <Bars lines={10} />}
      {data && !error ? data.total ? <Shown data={data} /> : <Empty title={t('这段时间没有签到')} /> : null}
    </div>
  )
}
function Shown({ data }: { data: Stats }) {
  const worst = data.byClass[0]
  const figures: ReadonlyArray<readonly [string, string]> = [
    [t('出勤率'), `${data.percent}%`],
    [t('场次'), formatNumber(data.occurrences)],
    [t('迟到'), formatNumber(data.late)],
    [t('缺勤'), formatNumber(data.absent)],
    [t('免签'), formatNumber(data.excused)],
    [t('补签占缺勤'), `${data.makeupPercent}%`],
    [t('异常（核实作废）'), t('{{flagged}}（{{voided}}）', { flagged: formatNumber(data.flagged), voided: formatNumber(data.confirmed) })],
  ]
  return (
    <>
      <p className="sign-sentence">
        {t('{{occurrences}} 场签到应到 {{total}} 人次，出勤率 {{percent}}%；缺勤 {{absent}} 人次，最多的是{{worst}}。', {
          occurrences: formatNumber(data.occurrences),
          total: formatNumber(data.total),
          percent: data.percent,
          absent: formatNumber(data.absent),
          worst: worst?.label ?? '—',
        })}
      </p>
      <Figures label={t('签到统计')}>
        {figures.map(([label, value]) => (
          <Figure key={label} label={label} value={value} />
        ))}
      </Figures>
      <Sheet title={t('每天出勤率')}>
        <DayLine bars={data.byDay} />
      </Sheet>
      <div className="sign-grid">
        <Sheet title={t('班级出勤率（低的在前）')}>
          <RankBars bars={rates(data.byClass)} unit="%" label={t('各班出勤率')} />
        </Sheet>
        <Sheet title={t('任务出勤率（缺勤多的在前）')}>
          <RankBars bars={rates(data.byTask)} unit="%" label={t('各任务出勤率')} />
        </Sheet>
        <Sheet title={t('星期出勤率')}>
          <RankBars bars={rates(data.byWeekday)} unit="%" label={t('各星期出勤率')} />
        </Sheet>
        <Sheet title={t('签到方式（人次）')}>
          <RankBars bars={counts(data.byWay)} label={t('各方式人次')} />
        </Sheet>
        {data.longest.length ? <Longest data={data} /> : null}
      </div>
    </>
  )
}
function Longest({ data }: { data: Stats }) {
  return (
    <Sheet title={t('缺勤最多的学生')}>
      <PlainTable
        label={t('缺勤的次数')}
        rows={data.longest}
        keyOf={s => s.studentId}
        columns={[
          [t('姓名'), s => s.name],
          [t('班级'), s => s.className ?? MISSING],
          [t('缺勤'), s => s.absent],
          [t('连续缺勤'), s => s.running],
          [t('最近一次'), s => formatDate(s.last)],
        ]}
      />
    </Sheet>
  )
}
function DayLine({ bars }: { bars: ReadonlyArray<Bar | null> }) {
  const option = useMemo<Option>(() => {
    const days = bars.filter(b => b !== null).toReversed()
    return {
      grid: { left: 44, right: 16, top: 16, bottom: 28 },
      tooltip: { trigger: 'axis' },
      xAxis: { type: 'category', data: days.map(d => formatDay(d.key)) },
      yAxis: { type: 'value', max: 100, axisLabel: { formatter: '{value}%' } },
      series: [{ type: 'line', name: t('出勤率'), showSymbol: days.length < 3, data: days.map(d => d.percent) }],
    }
  }, [bars])
  return <Chart option={option} height={220} label={t('每天出勤率')} />
}
const rates = (bars: ReadonlyArray<Bar | null>) => bars.flatMap(b => (b ? [{ label: b.label, value: b.percent }] : []))
const counts = (bars: Stats['byWay']) => bars.flatMap(b => (b ? [{ label: b.label, value: b.count }] : []))
