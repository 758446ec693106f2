import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { ListSheet } from '#web/records/FieldsTable.tsx'
import { Ranking } from '#web/statistics/Ranking.tsx'
import { Parts, Sentence, Statistics } from '#web/statistics/Statistics.tsx'
import { formatMoney, formatNumber, MISSING } from '#web/values/format.ts'
import { subsidyStatistics } from '../model/statistics.ts'

const YEAR = 365
/** 资助补助 → 资助统计: money by level of need and per head, how soon help comes, and who has none. */
export default function StatisticsPage() {
  return (
    <Page title={t('资助统计')} help={t('按资助日期统计，不含已追回的和不再发放的月份。')}>
      <Statistics of={subsidyStatistics} days={YEAR} empty={data => (data.grants ? undefined : t('这段时间没有资助'))}>
        {data => (
          <>
            <Sentence>
              {t('{{students}} 名学生获得资助 {{amount}}，人均 {{average}}；{{xn}} 学年有 {{without}} 名认定的学生没有任何资助。', {
                ...{ students: formatNumber(data.students), amount: formatMoney(data.amount), xn: data.xn, without: formatNumber(data.withoutAid) },
                average: data.average === null ? MISSING : formatMoney(data.average),
              })}
            </Sentence>
            <Figures label={t('资助统计')}>
              <Figure label={t('已发放')} value={formatMoney(data.paid)} to="/subsidy/grants" />
              <Figure label={t('认定没有资助')} value={data.withoutAid} to="/subsidy/overview?without=1" />
              <Figure label={t('受两种以上资助')} value={data.overlap} to="/subsidy/overview" />
              <Figure label={t('从事发到发放的天数')} value={data.daysToPay ?? MISSING} />
            </Figures>
            <Parts>
              <ListSheet of={subsidyStatistics.output.byLevel} rows={data.byLevel} columns={['label', 'students', 'amount', 'paid', 'average']} />
              <Ranking title={t('按项目')} label={t('各项目资助')} groups={data.byItem} of={g => g.amount / 100} to={g => `/subsidy/grants?itemId=${g.key}`} />
              <Ranking title={t('按学院')} label={t('各学院资助')} groups={data.byCollege} of={g => g.students} to={g => `/subsidy/grants?departmentId=${g.key}`} />
              <ListSheet of={subsidyStatistics.output.byYear} rows={data.byYear} columns={['label', 'students', 'amount', 'paid', 'average']} />
            </Parts>
          </>
        )}
      </Statistics>
    </Page>
  )
}
