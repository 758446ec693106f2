import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { Ranking } from '#web/statistics/Ranking.tsx'
import { Sentence, Statistics } from '#web/statistics/Statistics.tsx'
import { Trend } from '#web/statistics/Trend.tsx'
import { formatMoney } from '#web/values/format.ts'
import { workStatistics } from '../model/statistics.ts'

/** 勤工助学统计 */
export default function StatisticsPage() {
  return (
    <Page title={t('勤工助学统计')}>
      <Statistics of={workStatistics} days={120} empty={data => (data.posts || data.hours ? undefined : t('这段时间没有勤工助学'))}>
        {data => (
          <>
            <Sentence>
              {t('{{people}} 人做了 {{hours}} 小时，报酬 {{pay}}，每小时 {{rate}}。', {
                people: data.people,
                hours: data.hours,
                pay: formatMoney(data.pay),
                rate: formatMoney(data.payPerHour ?? 0),
              })}
            </Sentence>
            <Figures label={t('现在的岗位')}>
              <Figure label={t('岗位#many')} value={data.posts} to="/workStudy/posts" />
              <Figure label={t('到岗率')} value={`${data.fillPercent}%`} />
              <Figure label={t('认定的困难学生占比')} value={`${data.recognisedPercent}%`} />
              <Figure label={t('应聘而没有岗位的学生')} value={data.waiting} to="/workStudy/applications?view=open" />
            </Figures>
            <Trend title={t('每月工时')} points={data.byMonth} at={g => g.label} series={[{ name: t('小时'), of: g => g.hours }]} />
            <Ranking title={t('按用工单位')} label={t('各单位工时')} groups={data.byUnit} of={g => g.hours} to={g => `/workStudy/entries?unitId=${g.key}`} />
            <Ranking title={t('按学院')} label={t('各学院工时')} groups={data.byCollege} of={g => g.hours} />
          </>
        )}
      </Statistics>
    </Page>
  )
}
