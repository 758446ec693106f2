import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { useView, ViewSwitch } from '#web/records/ViewSwitch.tsx'
import { Ranking } from '#web/statistics/Ranking.tsx'
import { Parts, Sentence, Statistics } from '#web/statistics/Statistics.tsx'
import { destinationStatistics, fileStatistics } from '../model/statistics.ts'

const VIEWS = { files: '到档和齐全', destinations: '毕业去向' } as const
const YEARS = 4 * 365
/** 档案管理 → 统计 */
export default function StatisticsPage() {
  const views = useView(VIEWS)
  return (
    <Page title={t('档案统计')} views={<ViewSwitch of={views} />}>
      {views.view === 'files' ? <Files /> : <Destinations />}
    </Page>
  )
}
const Files = () => (
  <Statistics of={fileStatistics} days={YEARS} empty={data => (data.files ? undefined : t('这段时间没有入学的学生'))}>
    {data => (
      <>
        <Sentence>
          {t('这段时间入学的学生，档案已到 {{received}} 份，到档率 {{percent}}%；材料齐全 {{complete}} 份。', {
            received: data.received,
            percent: data.percent ?? '—',
            complete: data.complete,
          })}
        </Sentence>
        <Figures label={t('档案统计')}>
          <Figure label={t('应到')} value={data.files} to="/archive/files" />
          <Figure label={t('已收到')} value={data.received} />
          <Figure label={t('材料齐全')} value={data.complete} />
          <Figure label={t('转递超期')} value={data.late} />
        </Figures>
        <Parts>
          <Ranking title={t('按生源地')} label={t('各生源地的到档率')} groups={data.byOrigin} of={g => g.percent ?? 0} />
          <Ranking title={t('按学院')} label={t('各学院材料齐全率')} groups={data.byCollege} of={g => g.completePercent ?? 0} />
          <Ranking title={t('按状态')} label={t('各状态的档案')} groups={data.byState} of={g => g.files} to={g => `/archive/files?state=${g.key}`} />
        </Parts>
      </>
    )}
  </Statistics>
)
const Destinations = () => (
  <Statistics of={destinationStatistics} days={YEARS} empty={data => (data.people ? undefined : t('这段时间没有毕业生'))}>
    {data => (
      <>
        <Sentence>
          {t('这段时间毕业的 {{people}} 人，去向已核实 {{known}} 人，占 {{percent}}%。以结束日期前最后核实的为准。', {
            people: data.people,
            known: data.known,
            percent: data.percent ?? '—',
          })}
        </Sentence>
        <Parts>
          <Ranking title={t('按去向类别')} label={t('各类去向的人数')} groups={data.byKind} of={g => g.people} to={g => `/archive/destinations?kind=${g.key}`} />
          <Ranking title={t('按学院')} label={t('各学院已核实的人数')} groups={data.byCollege} of={g => g.known} />
          <Ranking title={t('按专业')} label={t('各专业已核实的人数')} groups={data.byMajor} of={g => g.known} />
        </Parts>
      </>
    )}
  </Statistics>
)
export const about: PageFile['about'] = () => ({
  use: t('档案到了多少、齐了多少，毕业生去了哪里。'),
  who: t('学工处看全校，学院和辅导员看各自范围。'),
  first: t('选一段时间：到档按入学日期，去向按毕业日期。'),
})
