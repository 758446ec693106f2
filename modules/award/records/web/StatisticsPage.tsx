import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { ListSheet } from '#web/records/FieldsTable.tsx'
import { Ranking } from '#web/statistics/Ranking.tsx'
import { Parts, Sentence, Statistics } from '#web/statistics/Statistics.tsx'
import { formatMoney, formatNumber, MISSING } from '#web/values/format.ts'
import { awardStatistics } from '../model/statistics.ts'

const YEAR = 365
/** 评奖评优 → 获奖统计: who is awarded, and who never is. */
export default function StatisticsPage() {
  return (
    <Page title={t('获奖统计')} help={t('按授予日期统计个人奖项，不含已撤销的。')}>
      <Statistics of={awardStatistics} days={YEAR} empty={data => (data.awards ? undefined : t('这段时间没有授予奖项'))}>
        {data => (
          <>
            <Sentence>
              {t('{{awards}} 次获奖，{{students}} 名学生，人均 {{average}}；{{share}}% 的在校学生从未获奖。', {
                ...{ awards: formatNumber(data.awards), students: formatNumber(data.students), share: data.neverShare ?? MISSING },
                average: data.average === null ? MISSING : formatMoney(data.average),
              })}
            </Sentence>
            <Figures label={t('获奖统计')}>
              <Figure label={t('获奖')} value={data.awards} to="/award/records" />
              <Figure label={t('获奖学生')} value={data.students} />
              <Figure label={t('金额')} value={formatMoney(data.amount)} />
              <Figure label={t('从未获奖')} value={data.never} />
            </Figures>
            <Parts>
              <Ranking title={t('按学院')} label={t('各学院获奖')} groups={data.byCollege} of={g => g.awards} to={g => `/award/records?departmentId=${g.key}`} />
              <Ranking title={t('按奖项')} label={t('各奖项获奖')} groups={data.byItem} of={g => g.awards} to={g => `/award/records?itemId=${g.key}`} />
              <Ranking title={t('按专业')} label={t('各专业获奖')} groups={data.byMajor} of={g => g.awards} />
              <Ranking title={t('按生源地')} label={t('各生源地获奖')} groups={data.byOrigin} of={g => g.awards} />
              <Ranking title={t('按困难等级')} label={t('各困难等级获奖')} groups={data.byHardship} of={g => g.awards} />
              <Ranking title={t('按性别')} label={t('男女获奖')} groups={data.byGender} of={g => g.awards} />
              <ListSheet of={awardStatistics.output.byYear} rows={data.byYear} columns={['label', 'awards', 'students', 'amount', 'average']} />
            </Parts>
          </>
        )}
      </Statistics>
    </Page>
  )
}
