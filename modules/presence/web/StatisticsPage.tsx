import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { Ranking } from '#web/statistics/Ranking.tsx'
import { Parts, Sentence, Statistics } from '#web/statistics/Statistics.tsx'
import { formatDuration } from '#web/values/duration.ts'
import { MISSING } from '#web/values/format.ts'
import { conflictStatistics } from '../model/statistics.ts'

const MINUTE_MS = 60_000
export const about: PageFile['about'] = () => ({
  use: t('各类矛盾有多少、多久处理完、多少是误报，以及现在多少学生的状态可靠。'),
  who: t('学工处看全校，学院和辅导员看各自范围。'),
  first: t('选一段时间；点数字打开对应的名单。误报多的，先看门禁是不是补传得晚。'),
})
/** 在校状态 → 在校状态统计 */
export default function StatisticsPage() {
  return (
    <Page title={t('在校状态统计')}>
      <Statistics of={conflictStatistics} days={30} empty={data => (data.found || data.students ? undefined : t('范围里没有在籍学生'))}>
        {data => (
          <>
            <Sentence>
              {t('发现 {{found}} 处矛盾，处理 {{resolved}} 处，{{faded}} 处自行消除，还有 {{open}} 处待过问。现在 {{share}}% 的学生状态可靠。', {
                found: data.found,
                resolved: data.resolved,
                faded: data.faded,
                open: data.open,
                share: data.highShare ?? 0,
              })}
            </Sentence>
            <Figures label={t('在校状态统计')}>
              <Figure label={t('矛盾数')} value={data.found} to="/presence/conflicts?view=all" />
              <Figure label={t('待过问')} value={data.open} to="/presence/conflicts" />
              <Figure label={t('处理用时（中位数）')} value={data.minutes === null ? MISSING : formatDuration(data.minutes * MINUTE_MS)} />
              <Figure label={t('到期没有返校记录')} value={data.due} to="/presence/conflicts?view=all&code=PC2" />
              <Figure label={t('其中误报')} value={data.falsely} to="/presence/conflicts?view=auto&code=PC2" />
              <Figure label={t('状态可靠')} value={data.high} to="/presence/states?confidence=high" />
            </Figures>
            <Parts>
              <Ranking title={t('按矛盾')} label={t('各类矛盾')} groups={data.byCode} of={g => g.found} to={g => `/presence/conflicts?view=all&code=${g.key}`} />
              <Ranking title={t('处理用时')} label={t('各类矛盾处理用时的中位数（分钟）')} groups={data.byCode.filter(g => g.minutes !== null)} of={g => g.minutes ?? 0} />
              <Ranking title={t('按学院')} label={t('各学院的矛盾')} groups={data.byCollege} of={g => g.found} to={g => `/presence/conflicts?view=all&departmentId=${g.key}`} />
            </Parts>
          </>
        )}
      </Statistics>
    </Page>
  )
}
