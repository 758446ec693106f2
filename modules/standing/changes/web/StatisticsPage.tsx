import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { Ranking } from '#web/statistics/Ranking.tsx'
import { Parts, Sentence, Statistics } from '#web/statistics/Statistics.tsx'
import { Trend } from '#web/statistics/Trend.tsx'
import { changeStatistics } from '../model/actions.ts'

/** 学籍异动 → 异动统计: changes that took effect, and who returned. */
export default function StatisticsPage() {
  return (
    <Page title={t('学籍异动统计')}>
      <Statistics of={changeStatistics} days={365} empty={data => (data.changes ? undefined : t('这段时间没有生效的异动'))}>
        {(data, span) => {
          const list = (more = '') => `/standing/changes?effectiveDate.ge=${span.from}&effectiveDate.le=${span.to}&effectState=effective${more}`
          return (
            <>
              <Sentence>
                {t('{{n}} 人次学籍异动生效，其中 {{leaving}} 人离校；休学和保留期结束的 {{away}} 人中 {{returned}} 人复学。', {
                  n: data.changes,
                  leaving: data.leaving,
                  away: data.away,
                  returned: data.returned,
                })}
              </Sentence>
              <Figures label={t('学籍异动统计')}>
                <Figure label={t('异动')} value={data.changes} to={list()} />
                <Figure label={t('离校')} value={data.leaving} to={list()} />
                <Figure label={t('复学率')} value={`${data.returnPercent}%`} to={list()} />
                <Figure label={t('申请到生效（中位数）')} value={t('{{n}} 天', { n: data.medianDays })} to={list()} />
              </Figures>
              <Trend title={t('每月异动')} label={t('每月生效的异动')} points={data.byMonth} at={g => g.label} series={[{ name: t('异动'), of: g => g.changes }]} />
              <Parts>
                <Ranking title={t('按类型')} label={t('各类型的异动')} groups={data.byType} of={g => g.changes} to={g => list(`&typeId=${g.key}`)} />
                <Ranking title={t('按原因')} label={t('各原因的异动')} groups={data.byReason} of={g => g.changes} />
                <Ranking title={t('按学院')} label={t('各学院的异动')} groups={data.byDepartment} of={g => g.changes} to={g => list(`&departmentId=${g.key}`)} />
              </Parts>
            </>
          )
        }}
      </Statistics>
    </Page>
  )
}
