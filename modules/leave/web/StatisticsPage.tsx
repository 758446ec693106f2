import { Button, Tabs } from 'antd'
import { MonitorPlay } from 'lucide-react'
import { Figure, Figures } from '#web/feedback/Figures.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import type { Span } from '#web/inputs/SpanInput.tsx'
import { Page } from '#web/layout/Page.tsx'
import { ListSheet } from '#web/records/FieldsTable.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useCan } from '#web/session/index.ts'
import { Ranking } from '#web/statistics/Ranking.tsx'
import { Parts, Sentence, Statistics } from '#web/statistics/Statistics.tsx'
import { Trend } from '#web/statistics/Trend.tsx'
import { formatDay, formatNumber } from '#web/values/format.ts'
import { leaveStatistics } from '../model/read-actions.ts'
import { leaveScreen } from '../model/screen.ts'
import { MonthReport } from './MonthReport.tsx'

type Stats = AnswerOf<typeof leaveStatistics>
/** Opens in a new tab: a big screen has no navigation. */
const WALL = '/datascreen/leavedatascreenone'

/** 请假统计: summary, five figures, days as a line chart, types and colleges as bars; and a class's month. */
export default function StatisticsPage() {
  const [params, , put] = useOwnParams()
  const maySeeWall = useCan(leaveScreen.permission)
  const tab = params.get('tab') === 'month' ? 'month' : 'all'
  return (
    <Page
      title={t('请假统计')}
      actions={
        maySeeWall ? (
          <Button href={WALL} target="_blank" icon={<MonitorPlay size={16} />}>
            {t('大屏')}
          </Button>
        ) : null
      }
    >
      <Tabs
        activeKey={tab}
        onChange={next => put({ tab: next === 'all' ? undefined : next })}
        destroyOnHidden
        items={[
          { key: 'all', label: t('统计'), children: <Numbers /> },
          { key: 'month', label: t('班级月报'), children: <MonthReport /> },
        ]}
      />
    </Page>
  )
}
const Numbers = () => (
  <Statistics of={leaveStatistics} days={90} empty={data => (data.leaves ? undefined : t('这段时间没有请假'))}>
    {(data, span) => <Shown data={data} span={span} />}
  </Statistics>
)
function Shown({ data, span }: { data: Stats; span: Span }) {
  const list = (more = '') => `/leave/leaves?startAt.ge=${span.from}&startAt.le=${span.to}${more}`
  const days = formatNumber(data.days, data.days % 1 ? 1 : 0)
  return (
    <>
      <Sentence>
        {t('{{students}} 名学生请假 {{leaves}} 次、{{days}} 人天，最多的是{{type}}；节假日前后 {{n}} 次，逾期 {{overdue}} 次。', {
          students: formatNumber(data.students),
          leaves: formatNumber(data.leaves),
          days,
          type: t(data.byType[0]?.label ?? ''),
          n: data.besideHoliday,
          overdue: data.overdue,
        })}
      </Sentence>
      <Figures label={t('请假统计')}>
        <Figure label={t('次数')} value={data.leaves} to={list()} />
        <Figure label={t('人数')} value={data.students} to={list()} />
        <Figure label={t('人天')} value={days} to={list()} />
        <Figure label={t('逾期率')} value={`${data.overduePercent}%`} to={list('&state=overdue')} />
        <Figure label={t('审批用时（中位数）')} value={t('{{n}} 小时', { n: data.medianHours })} to={list()} />
      </Figures>
      <Trend title={t('每天外出人数')} label={t('每天请假外出的人数')} points={data.byDay} at={d => formatDay(d.date)} series={[{ name: t('外出'), of: d => d.out }]} />
      <Parts>
        <Ranking title={t('按类型（人天）')} label={t('各类型的人天')} groups={data.byType} of={g => g.days} />
        <Ranking title={t('按学院（人天）')} label={t('各学院的人天')} groups={data.byDepartment} of={g => g.days} to={g => list(`&departmentId=${g.key}`)} />
        <Ranking title={t('按开始的星期（次数）')} label={t('各星期的次数')} groups={data.byWeekday} of={g => g.leaves} />
        {data.shortSick.length ? <ListSheet of={leaveStatistics.output.shortSick} rows={data.shortSick} /> : null}
      </Parts>
    </>
  )
}
