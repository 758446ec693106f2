import { Figure, Figures } from '#web/feedback/Figures.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { ListSheet } from '#web/records/FieldsTable.tsx'
import { Ranking } from '#web/statistics/Ranking.tsx'
import { Parts, Sentence, Statistics } from '#web/statistics/Statistics.tsx'
import { dayOf, Trend } from '#web/statistics/Trend.tsx'
import { formatMoney, formatNumber, MISSING } from '#web/values/format.ts'
import { collectionStatistics } from '../model/statistics.ts'

type Data = AnswerOf<typeof collectionStatistics>
const percent = (value: number | null): string => (value === null ? MISSING : `${formatNumber(value)}%`)
const yuan = (fen: number): number => Math.round(fen / 100)

/** 缴费管理 → 收缴统计: the collection rate three ways; by college, grade, item and day; arrears by age; what aid paid. */
export default function CollectionPage() {
  return (
    <Page title={t('收缴统计')} help={t('按缴费截止日期统计应缴明细。')}>
      <Statistics of={collectionStatistics} days={365} filters={['itemId']} empty={data => (data.lines ? undefined : t('这段时间没有到期的应缴'))}>
        {data => <Shown data={data} />}
      </Statistics>
    </Page>
  )
}
function Shown({ data }: { data: Data }) {
  return (
    <>
      <Sentence>
        {t('应收 {{net}}，已收 {{collected}}，收缴率 {{rate}}；不算缓缴 {{rateDeferred}}，再不算等待贷款 {{rateLoan}}。', {
          ...{ net: formatMoney(data.net), collected: formatMoney(data.collected), rate: percent(data.rate) },
          ...{ rateDeferred: percent(data.rateDeferred), rateLoan: percent(data.rateLoan) },
        })}
      </Sentence>
      <Figures label={t('收缴统计')}>
        <Figure label={t('收缴率')} value={percent(data.rate)} />
        <Figure label={t('收缴率（不含缓缴）')} value={percent(data.rateDeferred)} />
        <Figure label={t('收缴率（不含缓缴和等待贷款）')} value={percent(data.rateLoan)} />
        <Figure label={t('欠费')} value={formatMoney(data.late)} to="/fee/lines?view=owed" />
        <Figure label={t('缓缴')} value={formatMoney(data.deferred)} />
        <Figure label={t('等待贷款')} value={formatMoney(data.loanPending)} />
        <Figure label={t('资助占比')} value={percent(data.aidShare)} />
      </Figures>
      <Trend
        title={t('每天收款（元）')}
        points={data.byDay}
        at={dayOf}
        series={[
          { name: t('收款'), of: d => yuan(d.amount), bar: true },
          { name: t('去年同日'), of: d => yuan(d.lastYear) },
        ]}
      />
      <Parts>
        <Ranking title={t('各学院收缴率')} label={t('各学院收缴率')} groups={data.byCollege} of={g => g.rate ?? 0} unit="%" />
        <Ranking title={t('各年级收缴率')} label={t('各年级收缴率')} groups={data.byGrade} of={g => g.rate ?? 0} unit="%" />
        <Ranking title={t('各项目收缴率')} label={t('各项目收缴率')} groups={data.byItem} of={g => g.rate ?? 0} unit="%" to={g => `/fee/lines?itemId=${g.key}`} />
        <ListSheet of={collectionStatistics.output.byAge} rows={data.byAge} columns={['label', 'people', 'owed']} />
        <ListSheet of={collectionStatistics.output.byCollege} rows={data.byCollege} columns={['label', 'net', 'collected', 'late', 'rate', 'rateDeferred', 'rateLoan']} />
      </Parts>
    </>
  )
}
