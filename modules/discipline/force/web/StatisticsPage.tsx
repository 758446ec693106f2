import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { ListSheet } from '#web/records/FieldsTable.tsx'
import { Ranking } from '#web/statistics/Ranking.tsx'
import { Parts, Sentence, Statistics } from '#web/statistics/Statistics.tsx'
import { formatNumber, MISSING } from '#web/values/format.ts'
import { punishmentStatistics, STAGE_KEYS } from '../model/statistics.ts'

const YEAR = 365
const RATES = ['label', 'punishments', 'students', 'perThousand', 'repeatShare'] as const
/** 违纪处分 → 处分统计 */
export default function StatisticsPage() {
  return (
    <Page title={t('处分统计')} help={t('按决定日期统计，不含已撤销和已变更的；申诉按提出日期。')}>
      <Statistics of={punishmentStatistics} days={YEAR} empty={data => (data.punishments || data.appeals ? undefined : t('这段时间没有处分'))}>
        {data => (
          <>
            <Sentence>
              {t('{{punishments}} 次处分，{{students}} 名学生，每千名在校学生 {{rate}} 次；再犯率 {{again}}%。', {
                ...{ punishments: formatNumber(data.punishments), students: formatNumber(data.students) },
                ...{ rate: data.perThousand ?? MISSING, again: data.repeatShare ?? MISSING },
              })}
            </Sentence>
            {data.concluded ? (
              <Sentence>
                {t('{{appeals}} 件申诉，{{concluded}} 件已有结论，其中 {{altered}} 件撤销或变更了处分（{{share}}%）。', {
                  ...{ appeals: formatNumber(data.appeals), concluded: formatNumber(data.concluded) },
                  ...{ altered: formatNumber(data.altered), share: data.alteredShare ?? MISSING },
                })}
              </Sentence>
            ) : null}
            <Figures label={t('处分统计')}>
              <Figure label={t('处分')} value={data.punishments} to="/discipline/punishments" />
              <Figure label={t('受处分学生')} value={data.students} />
              <Figure label={t('再次受处分')} value={data.repeated} />
              <Figure label={t('平均办理天数')} value={data.days ?? MISSING} />
              <Figure label={t('申诉')} value={data.appeals} />
            </Figures>
            <Parts>
              <Ranking
                title={t('各阶段平均天数')}
                label={t('各阶段平均天数')}
                unit={t('天')}
                groups={STAGE_KEYS.flatMap(key => {
                  const days = data[key]
                  return days === null ? [] : [{ key, label: t(punishmentStatistics.sums[key].label), days }]
                })}
                of={stage => stage.days}
              />
              <Ranking title={t('按学院')} label={t('各学院处分')} groups={data.byCollege} of={g => g.punishments} to={g => `/discipline/punishments?departmentId=${g.key}`} />
              <ListSheet of={punishmentStatistics.output.byCollege} rows={data.byCollege} columns={[...RATES, ...STAGE_KEYS]} />
              <ListSheet of={punishmentStatistics.output.byGrade} rows={data.byGrade} columns={RATES} />
              <ListSheet of={punishmentStatistics.output.byCategory} rows={data.byCategory} columns={RATES} />
              <ListSheet of={punishmentStatistics.output.byYear} rows={data.byYear} columns={['label', 'punishments', 'students', 'repeated', 'repeatShare', 'days']} />
            </Parts>
          </>
        )}
      </Statistics>
    </Page>
  )
}
