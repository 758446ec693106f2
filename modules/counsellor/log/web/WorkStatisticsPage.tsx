import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { ListSheet } from '#web/records/FieldsTable.tsx'
import { Ranking } from '#web/statistics/Ranking.tsx'
import { Parts, Sentence, Statistics } from '#web/statistics/Statistics.tsx'
import { Trend } from '#web/statistics/Trend.tsx'
import { MISSING } from '#web/values/format.ts'
import { workStatistics } from '../model/actions.ts'

export const about: PageFile['about'] = () => ({
  use: t('一段时间里做了多少工作：按类型、按辅导员、按月份。'),
  who: t('学工处看全校，学院看本院，辅导员看自己的。'),
  first: t('只计已登记的日志；草稿和不计的不算。'),
})
/** 工作统计 */
export default function WorkStatisticsPage() {
  return (
    <Page title={t('工作统计')}>
      <Statistics of={workStatistics} days={120} empty={data => (data.logs ? undefined : t('这段时间没有工作日志'))}>
        {data => (
          <>
            <Sentence>
              {t('{{logs}} 条日志，其中谈心谈话 {{talks}} 次；每百名学生 {{hours}} 小时。', { logs: data.logs, talks: data.talks, hours: data.hoursPer100 ?? MISSING })}
            </Sentence>
            <Figures label={t('工作统计')}>
              <Figure label={t('记录')} value={data.logs} to="/counsellor/logs" />
              <Figure label={t('谈话')} value={data.talks} to="/counsellor/coverage" />
              <Figure label={t('补记')} value={data.late} to="/counsellor/logs?view=late" />
            </Figures>
            <Trend title={t('每月记录')} points={data.byMonth} at={g => g.label} series={[{ name: t('记录'), of: g => g.logs }]} />
            <Parts>
              <Ranking title={t('类型')} label={t('各类型记录')} groups={data.byKind} of={g => g.logs} to={g => `/counsellor/logs?kind=${g.key}`} />
              <Ranking title={t('辅导员')} label={t('各辅导员记录')} groups={data.byAuthor} of={g => g.logs} to={g => `/counsellor/logs?authorId=${g.key}`} />
            </Parts>
            <ListSheet of={workStatistics.output.byAuthor} rows={data.byAuthor.flatMap(g => g ?? [])} columns={['label', 'logs', 'talks', 'minutes', 'late']} />
          </>
        )}
      </Statistics>
    </Page>
  )
}
