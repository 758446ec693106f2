import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { Ranking } from '#web/statistics/Ranking.tsx'
import { Parts, Sentence, Statistics } from '#web/statistics/Statistics.tsx'
import { formatNumber } from '#web/values/format.ts'
import { levelStatistics } from '../model/statistics.ts'

const LIST = '/hardship/levels'
/** 困难认定 → 认定统计: levels on the last day of the span, aid, and what moved within a year. */
export default function HardshipStatisticsPage() {
  return (
    <Page title={t('认定统计')}>
      <Statistics of={levelStatistics} days={30} empty={data => (data.students ? undefined : t('现在没有困难生'))}>
        {data => (
          <>
            <Sentence>
              {t('{{n}} 名学生有困难等级，占在校生的 {{share}}%，其中 {{floors}} 人按特殊群体保底。', { n: formatNumber(data.students), share: data.share, floors: data.floors })}
            </Sentence>
            <Figures label={t('认定统计')}>
              <Figure label={t('困难生')} value={data.students} to={LIST} />
              {data.withoutAid === null ? null : <Figure label={t('认定后没有资助')} value={data.withoutAid} to={LIST} />}
              {data.aidedOnly === null ? null : <Figure label={t('有资助没有认定')} value={data.aidedOnly} />}
              <Figure label={t('新认定')} value={data.fresh} />
              <Figure label={t('提高')} value={data.raised} />
              <Figure label={t('降低')} value={data.lowered} />
              <Figure label={t('不再认定')} value={data.gone} />
            </Figures>
            <Parts>
              <Ranking title={t('按等级')} label={t('各等级人数')} groups={data.byLevel} of={g => g.students} to={g => `${LIST}?level=${g.key}`} />
              <Ranking title={t('按学院')} label={t('各学院人数')} groups={data.byCollege} of={g => g.students} />
              <Ranking title={t('按缘由')} label={t('各缘由人数')} groups={data.byCause} of={g => g.students} to={g => `${LIST}?cause=${g.key}`} />
            </Parts>
          </>
        )}
      </Statistics>
    </Page>
  )
}
