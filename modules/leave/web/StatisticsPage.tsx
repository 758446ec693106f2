import { Button, DatePicker, Tabs } from 'antd'
import dayjs from 'dayjs'
import { MonitorPlay } from 'lucide-react'
import { useMemo } from 'react'
import { schoolDate } from '#model/school-time.ts'
import { Pair } from '#modules/workflow/web/approval-card/Card.tsx'
import { Chart } from '#web/charts/Chart.tsx'
import type { Option } from '#web/charts/Plot.tsx'
import { RankBars } from '#web/charts/RankBars.tsx'
import { Bars, Empty, LoadFailed } from '#web/feedback/Empty.tsx'
import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { formatDay, formatNumber } from '#web/records/format.ts'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { useCan } from '#web/session/index.ts'
import { leaveStatistics } from '../model/read-actions.ts'
import { leaveScreen } from '../model/screen.ts'
import { MonthReport } from './MonthReport.tsx'
import './leave.css'

type Stats = NonNullable<AnswerOf<typeof leaveStatistics>>
type Bar = NonNullable<Stats['byType'][number]>
const isDay = (text: string | null): text is string => text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && dayjs(text).isValid()

/** Opens in a new tab: a big screen has no navigation. */
const WALL = '/datascreen/leavedatascreenone'

/** 请假统计: summary, five figures, days as a line chart, types and colleges as bars; and a class's month. */
export default function StatisticsPage() {
  const [params, , put] = useOwnParams()
  const maySeeWall = useCan(leaveScreen.permission)
  const tab = params.get('tab') === 'month' ? 'month' : 'all'
  return (
    <div className="leave-stats">
      <header className="ql-title">
        <h1>{t('请假统计')}</h1>
        {maySeeWall ? (
          <Button href={WALL} target="_blank" icon={<MonitorPlay size={16} />}>
            {t('大屏')}
          </Button>
        ) : null}
      </header>
      <Tabs
        activeKey={tab}
        onChange={next => put({ tab: next === 'all' ? undefined : next })}
        destroyOnHidden
        items={[
          { key: 'all', label: t('统计'), children: <Numbers /> },
          { key: 'month', label: t('班级月报'), children: <MonthReport /> },
        ]}
      />
    </div>
  )
}
function Numbers() {
  const [params, , put] = useOwnParams()
  const today = schoolDate(Date.now())
  const [from, to] = [params.get('from'), params.get('to')]
  const span = isDay(from) && isDay(to) ? { from, to } : { from: dayjs(today).subtract(89, 'day').format('YYYY-MM-DD'), to: today }
  const { data, error, refetch, errorUpdatedAt } = useRead(leaveStatistics, span)
  return (
    <div className="leave-pane">
      <DatePicker.RangePicker
        className="leave-asked"
        value={[dayjs(span.from), dayjs(span.to)]}
        allowClear={false}
        aria-label={t('统计时间')}
        onChange={days => days?.[0] && days[1] && put({ from: days[0].format('YYYY-MM-DD'), to: days[1].format('YYYY-MM-DD') })}
      />
      {error && !data ? <LoadFailed error={error} at={errorUpdatedAt} onRetry={() => void refetch()} /> : null}
      {data || error ? null : <Bars lines={10} />}
      {data ? data.leaves ? <Shown data={data} span={span} /> : <Empty title={t('这段时间没有请假')} /> : null}
    </div>
  )
}
function Shown({ data, span }: { data: Stats; span: { from: string; to: string } }) {
  const list = (more = '') => `/leave/leaves?startAt.ge=${span.from}&startAt.le=${span.to}${more}`
  const top = data.byType[0]
  const figures = [
    { label: t('次数'), value: formatNumber(data.leaves), to: list() },
    { label: t('人数'), value: formatNumber(data.students), to: list() },
    { label: t('人天'), value: formatNumber(data.days, data.days % 1 ? 1 : 0), to: list() },
    { label: t('逾期率'), value: `${data.overduePercent}%`, to: list('&state=overdue') },
    { label: t('审批用时（中位）'), value: t('{{n}} 小时', { n: data.medianHours }), to: list() },
  ]
  return (
    <>
      <p className="leave-sentence">
        {t('{{students}} 名学生请假 {{leaves}} 次、{{days}} 人天，最多的是{{type}}；节假日前后 {{n}} 次，逾期 {{overdue}} 次。', {
          students: formatNumber(data.students),
          leaves: formatNumber(data.leaves),
          days: formatNumber(data.days, data.days % 1 ? 1 : 0),
          type: t(top?.label ?? ''),
          n: data.besideHoliday,
          overdue: data.overdue,
        })}
      </p>
      <Figures label={t('请假统计')}>
        {figures.map(figure => (
          <Figure key={figure.label} {...figure} />
        ))}
      </Figures>
      <Sheet title={t('每天外出人数')}>
        <DayLine data={data} />
      </Sheet>
      <Pair>
        <Sheet title={t('按类型（人天）')}>
          <RankBars bars={barsOf(data.byType, 'days')} label={t('各类型的人天')} />
        </Sheet>
        <Sheet title={t('按学院（人天）')}>
          <RankBars bars={barsOf(data.byDepartment, 'days')} label={t('各学院的人天')} />
        </Sheet>
        <Sheet title={t('按开始的星期（次数）')}>
          <RankBars bars={barsOf(data.byWeekday, 'leaves')} label={t('各星期的次数')} />
        </Sheet>
        {data.shortSick.length ? (
          <Sheet title={t('多次短病假')}>
            <ul className="leave-earlier">
              {data.shortSick.map(s =>
                s ? (
                  <li key={s.studentId}>
                    <span>{s.name}</span>
                    <span>{s.className}</span>
                    <span>{t('{{n}} 次', { n: s.leaves })}</span>
                  </li>
                ) : null,
              )}
            </ul>
          </Sheet>
        ) : null}
      </Pair>
    </>
  )
}
function DayLine({ data }: { data: Stats }) {
  const option = useMemo<Option>(() => {
    const days = data.byDay.filter(d => d !== null)
    return {
      grid: { left: 40, right: 16, top: 16, bottom: 28 },
      tooltip: { trigger: 'axis' },
      xAxis: { type: 'category', data: days.map(d => formatDay(d.date)) },
      yAxis: { type: 'value', minInterval: 1 },
      series: [{ type: 'line', name: t('外出'), showSymbol: false, data: days.map(d => d.out) }],
    }
  }, [data])
  return <Chart option={option} height={220} label={t('每天请假外出的人数')} />
}
const barsOf = (bars: ReadonlyArray<Bar | null>, of: 'days' | 'leaves') => bars.flatMap(b => (b ? [{ label: b.label, value: Math.round(b[of] * 10) / 10 }] : []))
