import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { Ranking } from '#web/statistics/Ranking.tsx'
import { Parts, Sentence, Statistics } from '#web/statistics/Statistics.tsx'
import { dayOf, Trend } from '#web/statistics/Trend.tsx'
import { formatMoney, formatNumber } from '#web/values/format.ts'
import { leagueStatistics } from '../model/statistics.ts'

/** 团费管理 → 团费统计: what came in, by branch, college and day. */
export default function StatisticsPage() {
  return (
    <Page title={t('团费统计')}>
      <Statistics of={leagueStatistics} days={90} empty={data => (data.fees ? undefined : t('这段时间没有收到团费'))}>
        {data => (
          <>
            <Sentence>
              {t('{{people}} 人缴了团费，共 {{amount}}，其中 {{others}} 笔由团支书代缴。', {
                people: formatNumber(data.people),
                amount: formatMoney(data.paid),
                others: data.forOthers,
              })}
            </Sentence>
            <Figures label={t('团费统计')}>
              <Figure label={t('人数')} value={data.people} />
              <Figure label={t('金额')} value={formatMoney(data.paid)} />
              <Figure label={t('代缴')} value={data.forOthers} />
            </Figures>
            <Trend title={t('每天收缴')} points={data.byDay} at={dayOf} series={[{ name: t('人数'), of: g => g.people, bar: true }]} />
            <Parts>
              <Ranking title={t('各学院人数')} label={t('各学院人数')} groups={data.byCollege} of={g => g.people} to={g => `/league/progress?college=${g.key}`} />
              <Ranking title={t('各支部人数')} label={t('各支部人数')} groups={data.byBranch} of={g => g.people} to={g => `/league/fees?branchId=${g.key}`} />
            </Parts>
          </>
        )}
      </Statistics>
    </Page>
  )
}
