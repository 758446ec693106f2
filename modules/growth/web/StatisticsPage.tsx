import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { Ranking } from '#web/statistics/Ranking.tsx'
import { Parts, Sentence, Statistics } from '#web/statistics/Statistics.tsx'
import { Trend } from '#web/statistics/Trend.tsx'
import { growthStatistics } from '../model/statistics.ts'

/** 成长台账 → 成长统计 */
export default function StatisticsPage() {
  return (
    <Page title={t('成长统计')}>
      <Statistics of={growthStatistics} days={180} empty={data => (data.entries ? undefined : t('这段时间台账里没有记录'))}>
        {data => (
          <>
            <Sentence>{t('{{students}} 名学生，{{entries}} 条记录，人均计入 {{n}} 小时。', { students: data.students, entries: data.entries, n: data.perStudent ?? 0 })}</Sentence>
            <Figures label={t('成长统计')}>
              <Figure label={t('时长（小时）')} value={data.hours} />
              <Figure label={t('计入时长')} value={data.countedHours} />
              <Figure label={t('计入积分')} value={data.countedPoints} />
              <Figure label={t('本学期没有记录的学生')} value={data.without ?? '—'} />
            </Figures>
            <Trend title={t('每月计入时长')} points={data.byMonth} at={g => g.label} series={[{ name: t('计入时长'), of: g => g.countedHours }]} />
            <Parts>
              <Ranking title={t('各类别')} label={t('各类计入时长')} groups={data.byCategory} of={g => g.countedHours} to={g => `/growth/entries?category=${g.key}`} />
              <Ranking title={t('按学院')} label={t('各学院计入时长')} groups={data.byCollege} of={g => g.countedHours} to={g => `/growth/entries?departmentId=${g.key}`} />
            </Parts>
          </>
        )}
      </Statistics>
    </Page>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('一段时间里学生在课外得到的时长和积分，按学院、类别和月份。冲销的不算。'),
  who: t('团委和学工处看全校，学院、辅导员和班主任看各自范围。'),
  first: t('先看本学期没有记录的学生有多少，再看哪一类活动少。'),
})
