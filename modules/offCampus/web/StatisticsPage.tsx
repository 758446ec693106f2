import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { Ranking } from '#web/statistics/Ranking.tsx'
import { Parts, Sentence, Statistics } from '#web/statistics/Statistics.tsx'
import { stayStatistics } from '../model/statistics.ts'

/** 校外住宿 → 校外住宿统计 */
export default function StatisticsPage() {
  return (
    <Page title={t('校外住宿统计')}>
      <Statistics of={stayStatistics} days={365} empty={data => (data.applied ? undefined : t('这段时间没有申请'))}>
        {data => (
          <>
            <Sentence>{t('{{applied}} 份申请，批准 {{approved}} 份，现在 {{living}} 人住在校外，走访过 {{checked}} 人。', { ...data })}</Sentence>
            <Figures label={t('校外住宿统计')}>
              <Figure label={t('申请')} value={data.applied} to="/offCampus/stays?view=all" />
              <Figure label={t('现在在外')} value={data.living} to="/offCampus/living" />
              <Figure label={t('到期未返')} value={data.expired} to="/offCampus/returns" />
              <Figure label={t('撤销')} value={data.revoked} to="/offCampus/returns?view=revoked" />
              <Figure label={t('隐患未整改')} value={data.risks} to="/offCampus/checks?view=open" />
            </Figures>
            <Parts>
              <Ranking title={t('按类别')} label={t('各类校外住宿')} groups={data.byKind} of={g => g.applied} to={g => `/offCampus/stays?view=all&kind=${g.key}`} />
              <Ranking title={t('按年级')} label={t('各年级的校外住宿')} groups={data.byGrade} of={g => g.applied} />
              <Ranking title={t('按学院')} label={t('各学院的校外住宿')} groups={data.byCollege} of={g => g.applied} to={g => `/offCampus/stays?view=all&departmentId=${g.key}`} />
              <Ranking title={t('按地区')} label={t('各地区的校外住宿')} groups={data.byArea} of={g => g.applied} />
            </Parts>
          </>
        )}
      </Statistics>
    </Page>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('多少学生住在校外、为什么、走访了多少、还有多少隐患。'),
  who: t('学工处看全校，学院和辅导员看各自范围。'),
  first: t('选一段时间；点数字打开对应的名单。'),
})
