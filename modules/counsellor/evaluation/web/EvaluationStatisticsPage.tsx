import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { ListSheet } from '#web/records/FieldsTable.tsx'
import { Ranking } from '#web/statistics/Ranking.tsx'
import { Parts, Sentence, Statistics } from '#web/statistics/Statistics.tsx'
import { Trend } from '#web/statistics/Trend.tsx'
import { MISSING } from '#web/values/format.ts'
import { evaluationStatistics } from '../model/statistics.ts'

const FIVE_YEARS = 1826
export const about: PageFile['about'] = () => ({
  use: t('历年考核的人数、等级和平均分，看变化。'),
  who: t('学工处看全校，学院看本院。'),
  first: t('只计已公示和已定的结果，按考核期最后一天归到年份。'),
})
/** 考核统计 */
export default function EvaluationStatisticsPage() {
  return (
    <Page title={t('辅导员考核统计')}>
      <Statistics of={evaluationStatistics} days={FIVE_YEARS} empty={data => (data.people ? undefined : t('这段时间没有公示过考核结果'))}>
        {data => (
          <>
            <Sentence>
              {t('考核 {{people}} 人次，优秀 {{excellent}} 人次，平均总分 {{mean}}。', { people: data.people, excellent: data.excellent, mean: data.mean ?? MISSING })}
            </Sentence>
            <Figures label={t('考核统计')}>
              <Figure label={t('考核人数')} value={data.people} to="/counsellor/results?view=shown" />
              <Figure label={t('优秀')} value={data.excellent} to="/counsellor/results?grade=excellent" />
              <Figure label={t('不称职')} value={data.incompetent} to="/counsellor/results?grade=incompetent" />
            </Figures>
            <Trend
              title={t('历年平均分')}
              points={data.byYear}
              at={g => g.label}
              series={[
                { name: t('平均总分'), of: g => g.mean ?? 0 },
                { name: t('学生评价平均'), of: g => g.students ?? 0 },
              ]}
            />
            <Parts>
              <Ranking title={t('等级')} label={t('各等级人数')} groups={data.byGrade} of={g => g.people} to={g => `/counsellor/results?grade=${g.key}`} />
              <Ranking title={t('学院')} label={t('各学院平均总分')} groups={data.byCollege} of={g => g.mean ?? 0} to={g => `/counsellor/results?departmentId=${g.key}`} />
            </Parts>
            <ListSheet
              of={evaluationStatistics.output.byScheme}
              rows={data.byScheme.flatMap(g => g ?? [])}
              columns={['label', 'people', 'excellent', 'incompetent', 'mean', 'students']}
            />
          </>
        )}
      </Statistics>
    </Page>
  )
}
