import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { ListSheet } from '#web/records/FieldsTable.tsx'
import { useRead } from '#web/records/useRead.ts'
import { Ranking } from '#web/statistics/Ranking.tsx'
import { Parts } from '#web/statistics/Statistics.tsx'
import { MISSING } from '#web/values/format.ts'
import { alumniStatistics } from '../model/card.ts'

/** 校友统计: by year, region and industry, as they stand now. */
export default function AlumniStatisticsPage() {
  const read = useRead(alumniStatistics, {})
  return (
    <Page title={t('校友统计')}>
      <Loaded of={read} empty={data => data.people === 0 && t('还没有校友')}>
        {data => (
          <>
            <Figures label={t('校友统计')}>
              <Figure label={t('校友#many')} value={data.people} to="/alumni/alumni" />
              <Figure label={t('可联系')} value={data.reachable} to="/alumni/alumni?view=reachable" />
              <Figure label={t('可联系率')} value={data.percent === null ? MISSING : `${data.percent}%`} />
              <Figure label={t('有工作单位')} value={data.employed} to="/alumni/alumni?view=employed" />
            </Figures>
            <Parts>
              <Ranking
                title={t('按毕业年份')}
                label={t('按毕业年份')}
                groups={data.byYear.flatMap(g => (g?.key ? [{ key: g.key, label: g.label ?? g.key, people: g.people }] : []))}
                of={g => g.people}
                to={g => `/alumni/alumni?leaveYear=${g.key}`}
              />
              <Ranking
                title={t('按地区')}
                label={t('按地区')}
                groups={data.byRegion.flatMap(g => (g?.key ? [{ key: g.key, label: g.label ?? g.key, people: g.people }] : []))}
                of={g => g.people}
              />
            </Parts>
            <ListSheet of={alumniStatistics.output.byIndustry} rows={data.byIndustry.flatMap(g => g ?? [])} columns={['key', 'people', 'reachable']} />
          </>
        )}
      </Loaded>
    </Page>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('校友在哪里、做什么，多少人可以联系。'),
  who: t('学工处看全校，学院看本院的。'),
  first: t('可联系率低的年份，请当年的辅导员提醒他们确认校友卡。'),
})
