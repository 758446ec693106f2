import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { ListSheet } from '#web/records/FieldsTable.tsx'
import { Ranking } from '#web/statistics/Ranking.tsx'
import { Parts, Sentence, Statistics } from '#web/statistics/Statistics.tsx'
import { Trend } from '#web/statistics/Trend.tsx'
import { formatNumber } from '#web/values/format.ts'
import { scoreText } from '../../sheets/model/sheet.ts'
import { resultStatistics } from '../model/statistics.ts'

const YEAR = 365
const MEANS = ['label', 'students', 'scored', 'mean', 'lowest', 'highest', 'deviation', 'objectionRate'] as const
/** 综合测评 → 测评统计 */
export default function StatisticsPage() {
  return (
    <Page title={t('测评统计')} help={t('按测评开始的日期统计；不参加的不算，还缺成绩的不算平均分。')}>
      <Statistics of={resultStatistics} days={YEAR} filters={['schemeId', 'departmentId']} empty={data => (data.students ? undefined : t('这段时间没有开始的测评'))}>
        {data => (
          <>
            <Sentence>
              {t('{{students}} 名学生参加测评，平均 {{mean}} 分，最低 {{lowest}}，最高 {{highest}}。', {
                ...{ students: formatNumber(data.students), mean: scoreText(data.mean), lowest: scoreText(data.lowest), highest: scoreText(data.highest) },
              })}
            </Sentence>
            {data.objectionRate === null ? null : (
              <Sentence>{t('{{noticed}} 人的结果公示过，{{rate}}% 被提异议。', { noticed: formatNumber(data.noticed), rate: data.objectionRate })}</Sentence>
            )}
            <Figures label={t('测评统计')}>
              <Figure label={t('参加测评')} value={data.students} to="/cqa/results" />
              <Figure label={t('待补成绩')} value={data.students - data.scored} />
              <Figure label={t('标准差')} value={scoreText(data.deviation)} />
              <Figure label={t('被提异议')} value={data.objected} to="/workflow/notices?tab=objections" />
              <Figure label={t('异议成立')} value={data.upheld} />
            </Figures>
            <Trend title={t('总分分布')} label={t('各分数段人数')} points={data.byBand} at={g => g.label} series={[{ name: t('人数'), bar: true, of: g => g.scored }]} />
            {data.spreads.length ? (
              <ListSheet of={resultStatistics.output.spreads} rows={data.spreads.flatMap(s => s ?? [])} />
            ) : (
              <p className="ql-help">{t('同一专业、年级有两个以上人数够多的班时，这里比较各班打分的差距。')}</p>
            )}
            <Parts>
              <ListSheet of={resultStatistics.output.dimensions} rows={data.dimensions.flatMap(d => d ?? [])} columns={['name', 'students', 'mean', 'rate']} />
              <ListSheet of={resultStatistics.output.sources} rows={data.sources.flatMap(s => s ?? [])} columns={['source', 'points']} />
              <Ranking
                title={t('各学院平均分')}
                label={t('各学院平均分')}
                groups={data.byCollege.filter(g => g.scored)}
                of={g => g.mean ?? 0}
                to={g => `/cqa/results?departmentId=${g.key}`}
              />
              <ListSheet of={resultStatistics.output.byMajor} rows={data.byMajor} columns={MEANS} />
              <ListSheet of={resultStatistics.output.byGrade} rows={data.byGrade} columns={MEANS} />
              <ListSheet of={resultStatistics.output.byYear} rows={data.byYear} columns={MEANS} />
            </Parts>
          </>
        )}
      </Statistics>
    </Page>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('总分怎样分布，各维度平均多少，同一专业各班打分是否均匀，分数从哪里来，多少结果被提异议。'),
  who: t('学工处看全校，学院、辅导员和班主任看各自范围。'),
  first: t('先选方案，看“同专业各班的差距”：相差大的，请学院复核打分的尺度；评分没有结束的方案，数字还会变。'),
})
