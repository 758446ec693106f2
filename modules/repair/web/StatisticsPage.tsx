import { percentOf } from '#model/percent.ts'
import { Figure, Figures } from '#web/feedback/Figures.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { ListSheet } from '#web/records/FieldsTable.tsx'
import { Ranking } from '#web/statistics/Ranking.tsx'
import { Parts, Sentence, Statistics } from '#web/statistics/Statistics.tsx'
import { dayOf, Trend } from '#web/statistics/Trend.tsx'
import { formatMoney, formatNumber, MISSING } from '#web/values/format.ts'
import { repairStatistics } from '../model/statistics.ts'

type Data = AnswerOf<typeof repairStatistics>
type Group = Data['byType'][number]
const inTime = (g: Pick<Group, 'inTime' | 'finished'>): number => percentOf(g.inTime, g.finished) ?? 0

/** 统计: in time, reopened, scores and costs; rooms where the same breaks again and again. */
export default function StatisticsPage() {
  return (
    <Page title={t('报修统计')}>
      <Statistics of={repairStatistics} days={90} filters={['buildingId']} empty={data => (data.orders ? undefined : t('这段时间没有报修'))}>
        {data => <Shown data={data} />}
      </Statistics>
    </Page>
  )
}
function Shown({ data }: { data: Data }) {
  return (
    <>
      <Sentence>
        {t('报修 {{orders}} 张，完工 {{finished}} 张，按时 {{percent}}%，返修 {{reopened}} 张；最多的是{{type}}。', {
          orders: formatNumber(data.orders),
          finished: formatNumber(data.finished),
          percent: inTime(data),
          reopened: data.reopened,
          type: data.byType[0]?.label ?? MISSING,
        })}
      </Sentence>
      <Figures label={t('报修统计')}>
        <Figure label={t('报修')} value={data.orders} />
        <Figure label={t('按时率')} value={`${inTime(data)}%`} />
        <Figure label={t('返修')} value={data.reopened} />
        <Figure label={t('完工用时（中位数）')} value={data.medianHours === null ? MISSING : t('{{n}} 小时', { n: data.medianHours })} />
        <Figure label={t('评分')} value={data.score ?? MISSING} />
        <Figure label={t('费用')} value={formatMoney(data.cost)} />
        <Figure label={t('自助解决')} value={data.solved} />
      </Figures>
      <Trend title={t('每天报修')} points={data.byDay} at={dayOf} series={[{ name: t('报修'), of: g => g.orders, bar: true }]} />
      <Parts>
        <Ranking title={t('各类型报修')} label={t('各类型报修')} groups={data.byType} of={g => g.orders} to={g => `/repair/orders?view=all&typeId=${g.key}`} />
        <Ranking title={t('各类型按时率')} label={t('各类型按时率')} groups={data.byType} of={inTime} unit="%" />
        <Ranking title={t('各班组按时率')} label={t('各班组按时率')} groups={data.byTeam} of={inTime} unit="%" />
        <Ranking title={t('各楼报修')} label={t('各楼报修')} groups={data.byBuilding} of={g => g.orders} to={g => `/repair/orders?view=all&buildingId=${g.key}`} />
        <ListSheet of={repairStatistics.output.repeated} rows={data.repeated} />
        <ListSheet of={repairStatistics.output.rooms} rows={data.rooms} />
        <ListSheet of={repairStatistics.output.turnover} rows={data.turnover} />
      </Parts>
    </>
  )
}
