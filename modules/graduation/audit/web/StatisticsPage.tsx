import { RankBars } from '#web/charts/RankBars.tsx'
import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { Ranking } from '#web/statistics/Ranking.tsx'
import { Parts, Sentence, Statistics } from '#web/statistics/Statistics.tsx'
import { auditStatistics } from '../model/actions.ts'

const TWO_YEARS = 730
/** 毕业管理 → 毕业统计: who graduates on time, against the year before. */
export default function StatisticsPage() {
  return (
    <Page title={t('毕业统计')}>
      <Statistics of={auditStatistics} days={TWO_YEARS} empty={data => (data.students ? undefined : t('这段时间没有毕业批次'))}>
        {data => {
          const [now, before] = [data.byYear.at(-1), data.byYear.at(-2)]
          return (
            <>
              <Sentence>
                {before
                  ? t('{{year}} 年按时毕业率 {{percent}}%，上一年 {{before}}%。', { year: now?.label, percent: now?.percent ?? '—', before: before.percent ?? '—' })
                  : t('{{n}} 名毕业生，按时毕业率 {{percent}}%。', { n: data.students, percent: data.percent ?? '—' })}
              </Sentence>
              <Figures label={t('毕业统计')}>
                <Figure label={t('毕业生')} value={data.students} />
                <Figure label={t('毕业')} value={data.graduates} />
                <Figure label={t('按时毕业率')} value={`${data.percent ?? '—'}%`} />
              </Figures>
              <Parts>
                <Sheet title={t('最常见的未完成事项')}>
                  <RankBars label={t('人数')} bars={data.missed.flatMap(m => (m ? [{ key: m.code, label: m.name, value: m.count }] : []))} />
                </Sheet>
                <Ranking title={t('按专业')} label={t('各专业按时毕业率')} groups={data.byMajor} of={g => g.percent ?? 0} />
                <Ranking title={t('按生源地')} label={t('各生源地按时毕业率')} groups={data.byOrigin} of={g => g.percent ?? 0} />
                <Ranking title={t('按学院')} label={t('各学院按时毕业率')} groups={data.byDepartment} of={g => g.percent ?? 0} />
              </Parts>
            </>
          )
        }}
      </Statistics>
    </Page>
  )
}
