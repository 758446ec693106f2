import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { Ranking } from '#web/statistics/Ranking.tsx'
import { Parts, Sentence, Statistics } from '#web/statistics/Statistics.tsx'
import { orgStatistics } from '../model/statistics.ts'

/** 学生组织 → 任职统计 */
export default function StatisticsPage() {
  return (
    <Page title={t('任职统计')}>
      <Statistics of={orgStatistics} days={365} empty={data => (data.posts ? undefined : t('这段时间没有人任职'))}>
        {data => (
          <>
            <Sentence>{t('{{people}} 名学生任 {{posts}} 个职务，其中选举产生 {{elected}} 个。', { people: data.people, posts: data.posts, elected: data.elected })}</Sentence>
            <Figures label={t('任职统计')}>
              <Figure label={t('任职')} value={data.posts} to="/studentOrg/appointments" />
              <Figure label={t('人数')} value={data.people} />
              <Figure label={t('兼任')} value={data.further} />
              <Figure label={t('选举产生')} value={data.elected} />
            </Figures>
            <Parts>
              <Ranking title={t('按岗位类别')} label={t('各类岗位的任职')} groups={data.byKind} of={g => g.posts} />
              <Ranking title={t('按组织类型')} label={t('各类组织的任职')} groups={data.byType} of={g => g.posts} />
              <Ranking title={t('按学院')} label={t('各学院任职人数')} groups={data.byCollege} of={g => g.people} />
              <Ranking title={t('按年级')} label={t('各年级任职人数')} groups={data.byGrade} of={g => g.people} />
              <Ranking title={t('按性别')} label={t('男女生任职人数')} groups={data.byGender} of={g => g.people} />
            </Parts>
          </>
        )}
      </Statistics>
    </Page>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('一段时间里任职的学生：按岗位、组织、学院、年级和性别。'),
  who: t('团委和学工处看全校的，学院和辅导员看自己的。'),
  first: t('“兼任”是同一名学生第二个及以后的职务；没有就任的不算。'),
})
