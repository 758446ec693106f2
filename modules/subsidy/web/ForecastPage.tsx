import { Empty } from '#web/feedback/Empty.tsx'
import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatMoney } from '#web/values/format.ts'
import { fundForecast } from '../model/actions.ts'

/** 资助补助 → 经费预测: what active plans will still take of each fund, month by month. */
export default function ForecastPage() {
  const read = useRead(fundForecast, {})
  return (
    <Page title={t('经费预测')}>
      <Loaded of={read}>
        {funds =>
          funds.length ? (
            funds.map(fund =>
              fund ? (
                <Sheet key={fund.id} title={fund.name}>
                  <Figures label={fund.name}>
                    <Figure label={t('预算')} value={formatMoney(fund.budget)} />
                    <Figure label={t('占用')} value={formatMoney(fund.reserved)} />
                    <Figure label={t('支出')} value={formatMoney(fund.spent)} />
                    <Figure label={t('剩余')} value={formatMoney(fund.left)} />
                  </Figures>
                  <PlainTable
                    label={t('各月')}
                    rows={fund.months}
                    keyOf={m => m.month}
                    columns={[
                      [t('月份'), m => m.month, { isHead: true, foot: t('合计') }],
                      [t('预计发放'), m => formatMoney(m.amount), { isNumber: true, foot: formatMoney(fund.planned) }],
                    ]}
                  />
                </Sheet>
              ) : null,
            )
          ) : (
            <Empty title={t('没有正在发放的资助')} />
          )
        }
      </Loaded>
    </Page>
  )
}
