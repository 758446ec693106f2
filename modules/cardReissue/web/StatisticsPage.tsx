import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { Ranking } from '#web/statistics/Ranking.tsx'
import { Parts, Sentence, Statistics } from '#web/statistics/Statistics.tsx'
import { Trend } from '#web/statistics/Trend.tsx'
import { formatMoney } from '#web/values/format.ts'
import { reissueStatistics } from '../model/statistics.ts'

/** 证卡补办 → 补办统计: why cards are replaced, how long it takes, and who loses them again and again. */
export default function StatisticsPage() {
  return (
    <Page title={t('补办统计')}>
      <Statistics of={reissueStatistics} days={365} empty={data => (data.applied ? undefined : t('这段时间没有补办'))}>
        {data => (
          <>
            <Sentence>
              {t('{{applied}} 份补办，其中遗失 {{lost}} 份；批准后平均 {{days}} 天制好，{{collected}} 张已领取。', {
                applied: data.applied,
                lost: data.lost,
                days: data.days ?? '—',
                collected: data.collected,
              })}
            </Sentence>
            <Figures label={t('补办统计')}>
              <Figure label={t('申请')} value={data.applied} to="/cardReissue/cards?view=all" />
              <Figure label={t('批准')} value={data.approved} />
              <Figure label={t('已制好')} value={data.ready} />
              <Figure label={t('已领取')} value={data.collected} />
              <Figure label={t('已缴工本费')} value={formatMoney(data.paid)} />
            </Figures>
            <Trend title={t('每月补办')} points={data.byMonth} at={g => g.label} series={[{ name: t('份数'), of: g => g.applied }]} />
            <Parts>
              <Ranking title={t('按原因')} label={t('各种原因的补办')} groups={data.byReason} of={g => g.applied} to={g => `/cardReissue/cards?view=all&reason=${g.key}`} />
              <Ranking title={t('按证卡')} label={t('各种证卡的补办')} groups={data.byKind} of={g => g.applied} to={g => `/cardReissue/cards?view=all&kindId=${g.key}`} />
              <Ranking title={t('按学院')} label={t('各学院的补办')} groups={data.byCollege} of={g => g.applied} to={g => `/cardReissue/cards?view=all&departmentId=${g.key}`} />
            </Parts>
            <Sheet title={t('多次遗失的学生')}>
              <PlainTable
                label={t('多次遗失的学生')}
                rows={data.repeated}
                keyOf={row => `${row?.id} ${row?.kind}`}
                empty={t('没有多次遗失的学生')}
                isLong
                columns={[
                  [t('姓名'), row => row?.name, { isHead: true }],
                  [t('学号'), row => row?.studentNo],
                  [t('班级'), row => row?.className],
                  [t('证卡'), row => row?.kind],
                  [t('次数'), row => row?.times, { isNumber: true }],
                ]}
              />
            </Sheet>
          </>
        )}
      </Statistics>
    </Page>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('补办了多少证卡、为什么、多久制好、谁总是遗失。'),
  who: t('学工处看全校，学院和辅导员看各自范围。'),
  first: t('选一段时间；点数字打开对应的名单。'),
})
