import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { Ranking } from '#web/statistics/Ranking.tsx'
import { Parts, Sentence, Statistics } from '#web/statistics/Statistics.tsx'
import { formatMoney } from '#web/values/format.ts'
import { loanStatistics } from '../model/statistics.ts'

const FEN = 100
/** 助学贷款 → 贷款统计: borrowers and sums, what of tuition they cover, awaited money by county, receipts near their deadline, confirmations. */
export default function StatisticsPage() {
  return (
    <Page title={t('贷款统计')}>
      <Statistics of={loanStatistics} days={365} empty={data => (data.loans || data.toConfirm ? undefined : t('这段时间没有登记助学贷款'))}>
        {data => (
          <>
            <Sentence>
              {t('{{n}} 人贷款 {{approved}}，已到账 {{arrived}}，抵去学费的 {{percent}}%。', {
                n: data.borrowers,
                approved: formatMoney(data.approved),
                arrived: formatMoney(data.arrived),
                percent: data.coverage ?? 0,
              })}
            </Sentence>
            <Figures label={t('贷款统计')}>
              <Figure label={t('未到账')} value={formatMoney(data.awaited)} to="/loan/loans?view=awaited" />
              <Figure label={t('回执 15 天内截止')} value={data.near} to="/loan/receipts" />
              <Figure label={t('回执已过期限')} value={data.late} to="/loan/receipts" />
              <Figure label={t('毕业确认率')} value={data.confirmedRate === null ? '—' : `${data.confirmedRate}%`} to="/loan/confirmations" />
            </Figures>
            <Parts>
              <Ranking
                title={t('各县区未到账')}
                label={t('各县区未到账')}
                groups={data.byCounty}
                of={g => g.awaited / FEN}
                unit={t('元')}
                to={g => `/loan/loans?view=awaited&cantonCode=${g.key}`}
              />
              <Ranking
                title={t('各学院贷款人数')}
                label={t('各学院贷款人数')}
                groups={data.byCollege}
                of={g => g.borrowers}
                to={g => `/loan/loans?view=all&departmentId=${g.key}`}
              />
            </Parts>
          </>
        )}
      </Statistics>
    </Page>
  )
}
