import { percentOf } from '#model/percent.ts'
import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { Ranking } from '#web/statistics/Ranking.tsx'
import { Parts, Sentence, Statistics } from '#web/statistics/Statistics.tsx'
import { formatMoney } from '#web/values/format.ts'
import { enlistStatistics } from '../model/actions.ts'
import { AID_KINDS } from '../model/aid.ts'

type Answer = AnswerOf<typeof enlistStatistics>
/** 参军入伍 → 参军统计: who registered, was chosen and enlisted against the targets; who serves and is due back; aid by year. */
export default function StatisticsPage() {
  return (
    <Page title={t('参军统计')}>
      <Statistics of={enlistStatistics} days={365} empty={data => (data.registered || data.serving ? undefined : t('这段时间没有应征登记'))}>
        {data => (
          <>
            <Sentence>
              {t('{{registered}} 人登记，{{chosen}} 人定兵，{{enlisted}} 人入伍。', { registered: data.registered, chosen: data.chosen, enlisted: data.enlisted })}
            </Sentence>
            <Figures label={t('参军统计')}>
              <Figure label={t('登记')} value={data.registered} />
              <Figure label={t('定兵')} value={data.chosen} />
              <Figure label={t('入伍')} value={data.enlisted} />
              <Figure label={t('在伍')} value={data.serving} />
              <Figure label={t('待复学')} value={data.dueBack} />
            </Figures>
            <Parts>
              <Ranking
                title={t('各学院登记')}
                label={t('各学院登记')}
                groups={data.byCollege}
                of={g => g.registered}
                to={g => `/enlistment/records?view=all&departmentId=${g.key}`}
              />
              <Ranking
                title={t('各学院入伍')}
                label={t('各学院入伍')}
                groups={data.byCollege}
                of={g => g.enlisted}
                to={g => `/enlistment/records?view=all&departmentId=${g.key}`}
              />
            </Parts>
            <Targets of={data.targets} />
            <Aids of={data.aidByYear} />
          </>
        )}
      </Statistics>
    </Page>
  )
}
const Targets = ({ of }: { of: Answer['targets'] }) => (
  <Sheet title={t('今年的任务')}>
    <PlainTable
      label={t('今年的任务')}
      rows={of}
      keyOf={row => row.key}
      empty={t('今年还没有登记征兵任务')}
      columns={[
        [t('学院'), row => row.label, { isHead: true }],
        [t('任务数'), row => row.target, { isNumber: true }],
        [t('入伍'), row => row.enlisted, { isNumber: true }],
        [t('完成'), row => (row.target ? `${percentOf(row.enlisted, row.target)}%` : '—'), { isNumber: true }],
      ]}
    />
  </Sheet>
)
const Aids = ({ of }: { of: Answer['aidByYear'] }) => (
  <Sheet title={t('各年资助')}>
    <PlainTable
      label={t('各年资助')}
      rows={of}
      keyOf={row => `${row.year} ${row.kind}`}
      empty={t('还没有批准的参军资助')}
      columns={[
        [t('年度'), row => row.year, { isHead: true }],
        [t('资助'), row => t(AID_KINDS[row.kind])],
        [t('份数'), row => row.count, { isNumber: true }],
        [t('金额'), row => formatMoney(row.total), { isNumber: true }],
      ]}
    />
  </Sheet>
)
