import { Tabs } from 'antd'
import { Figure, Figures } from '#web/feedback/Figures.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { ListSheet } from '#web/records/FieldsTable.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { Ranking } from '#web/statistics/Ranking.tsx'
import { Parts, Sentence, Statistics } from '#web/statistics/Statistics.tsx'
import { dayOf, Trend } from '#web/statistics/Trend.tsx'
import { formatNumber } from '#web/values/format.ts'
import { signStatistics } from '../model/read-actions.ts'
import { AttendanceReport } from './AttendanceReport.tsx'

type Stats = AnswerOf<typeof signStatistics>

/** 签到统计: summary, figures, absences, and a class sheet. */
export default function StatisticsPage() {
  const [params, , put] = useOwnParams()
  return (
    <Page title={t('签到统计')}>
      <Tabs
        activeKey={params.get('tab') === 'sheet' ? 'sheet' : 'all'}
        onChange={next => put({ tab: next === 'all' ? undefined : next })}
        destroyOnHidden
        items={[
          { key: 'all', label: t('统计'), children: <Numbers /> },
          { key: 'sheet', label: t('班级考勤表'), children: <AttendanceReport /> },
        ]}
      />
    </Page>
  )
}
const Numbers = () => (
  <Statistics of={signStatistics} days={30} filters={['kind']} empty={data => (data.total ? undefined : t('这段时间没有签到'))}>
    {data => <Shown data={data} />}
  </Statistics>
)
const percentOf = (group: { percent: number }): number => group.percent

function Shown({ data }: { data: Stats }) {
  return (
    <>
      <Sentence>
        {t('{{occurrences}} 场签到应到 {{total}} 人次，出勤率 {{percent}}%；缺勤 {{absent}} 人次，最多的是{{worst}}。', {
          occurrences: formatNumber(data.occurrences),
          total: formatNumber(data.total),
          percent: data.percent,
          absent: formatNumber(data.absent),
          worst: data.byClass[0]?.label ?? '—',
        })}
      </Sentence>
      <Figures label={t('签到统计')}>
        <Figure label={t('出勤率')} value={`${data.percent}%`} />
        <Figure label={t('场次')} value={data.occurrences} />
        <Figure label={t('迟到')} value={data.late} />
        <Figure label={t('缺勤')} value={data.absent} />
        <Figure label={t('免签')} value={data.excused} />
        <Figure label={t('补签占缺勤')} value={`${data.makeupPercent}%`} />
        <Figure label={t('异常（核实作废）')} value={t('{{flagged}}（{{voided}}）', { flagged: formatNumber(data.flagged), voided: formatNumber(data.confirmed) })} />
      </Figures>
      <Trend title={t('每天出勤率')} points={data.byDay} at={dayOf} series={[{ name: t('出勤率'), of: percentOf }]} percentFrom={0} />
      <Parts>
        <Ranking title={t('班级出勤率（低的在前）')} label={t('各班出勤率')} groups={data.byClass} of={percentOf} unit="%" />
        <Ranking title={t('任务出勤率（缺勤多的在前）')} label={t('各任务出勤率')} groups={data.byTask} of={percentOf} unit="%" />
        <Ranking title={t('星期出勤率')} label={t('各星期出勤率')} groups={data.byWeekday} of={percentOf} unit="%" />
        <Ranking title={t('签到方式（人次）')} label={t('各方式人次')} groups={data.byWay} of={g => g.present} />
        {data.longest.length ? <ListSheet of={signStatistics.output.longest} rows={data.longest} /> : null}
      </Parts>
    </>
  )
}
