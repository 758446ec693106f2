import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { ListSheet } from '#web/records/FieldsTable.tsx'
import { Ranking } from '#web/statistics/Ranking.tsx'
import { Parts, Sentence, Statistics } from '#web/statistics/Statistics.tsx'
import { Trend } from '#web/statistics/Trend.tsx'
import { formatMoney, MISSING } from '#web/values/format.ts'
import { activityStatistics } from '../model/statistics.ts'

const percent = (value: number | null): string => (value === null ? MISSING : `${value}%`)
export const about: PageFile['about'] = () => ({
  use: t('一段时间里办过的活动：来了多少人，人均花了多少，学生觉得怎样，谁办完没有结项。'),
  who: t('团委和学工处看全校，学院和指导教师看各自范围。'),
  first: t('先看没有结项的组织者，学生在等时长和积分；本学期没有记录的学生在“成长统计”里。'),
})
/** 活动管理 → 活动统计 */
export default function ActivityStatisticsPage() {
  return (
    <Page title={t('活动统计')}>
      <Statistics of={activityStatistics} days={180} empty={data => (data.activities || data.unsettled.length ? undefined : t('这段时间没有办过活动'))}>
        {data => (
          <>
            <Sentence>
              {t('{{n}} 项活动，录取 {{seats}} 人次，到场率 {{rate}}，人均支出 {{cost}}。', {
                ...{ n: data.activities, seats: data.seats, rate: percent(data.attendance), cost: data.perPresent === null ? MISSING : formatMoney(data.perPresent) },
              })}
            </Sentence>
            <Figures label={t('活动统计')}>
              <Figure label={t('到场人次')} value={data.present} />
              <Figure label={t('记入时长')} value={data.hours} />
              <Figure label={t('支出')} value={formatMoney(data.cost)} to="/activity/closings" />
              <Figure label={t('没有结项的组织者')} value={data.unsettled.length} />
            </Figures>
            {data.rated ? (
              <p>
                {t('{{n}} 项活动有评价，平均：内容 {{content}}，组织 {{organisation}}，收获 {{gain}}（满分 5 分）。', {
                  ...{ n: data.rated, content: data.content ?? MISSING, organisation: data.organisation ?? MISSING, gain: data.gain ?? MISSING },
                })}
              </p>
            ) : null}
            <Trend title={t('每月到场人次')} points={data.byMonth} at={g => g.label} series={[{ name: t('到场人次'), of: g => g.present }]} />
            <Parts>
              <Ranking title={t('各类别到场人次')} label={t('各类别到场人次')} groups={data.byCategory} of={g => g.present} to={g => `/activity/activities?category=${g.key}`} />
              <Ranking title={t('各部门活动时长')} label={t('各部门活动时长')} groups={data.byCollege} of={g => g.hours} />
            </Parts>
            <ListSheet of={activityStatistics.output.unsettled} rows={data.unsettled.flatMap(one => one ?? [])} columns={['organiser', 'n', 'since']} />
            <ListSheet
              of={activityStatistics.output.byCategory}
              rows={data.byCategory}
              columns={['label', 'activities', 'seats', 'present', [t('到场率'), g => percent(g.attendance), { isNumber: true }], 'hours', 'cost', 'perPresent']}
            />
          </>
        )}
      </Statistics>
    </Page>
  )
}
