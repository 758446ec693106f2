import { percentOf } from '#model/percent.ts'
import { RankBars } from '#web/charts/RankBars.tsx'
import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { formatDate } from '#web/values/format.ts'
import type { surveyResults } from '../../model/analysis-actions.ts'
import { FLAGS } from '../../model/flags.ts'
import { Bars } from './Bars.tsx'

interface OverviewProps {
  data: AnswerOf<typeof surveyResults>
  isFiltered: boolean
}
/** How many answered, how fast, and a chart for each question. */
export function Overview({ data, isFiltered }: OverviewProps) {
  return (
    <>
      {isFiltered ? null : (
        <>
          <Figures label={t('答卷')}>
            <Figure label={t('应填写')} value={data.asked} />
            <Figure label={t('答卷')} value={data.answers} />
            <Figure label={t('答卷率（%）')} value={percentOf(data.used, data.asked) ?? 0} />
            {data.medianSeconds === null ? null : <Figure label={t('用时中位数（秒）')} value={data.medianSeconds} />}
            {data.flags.map(f => (f.n ? <Figure key={f.flag} label={t(FLAGS[f.flag])} value={f.n} /> : null))}
          </Figures>
          {data.curve.length > 1 ? (
            <Sheet title={t('每天答卷')}>
              <RankBars label={t('每天答卷')} most={31} bars={data.curve.map(d => ({ label: formatDate(d.day), value: d.n }))} />
            </Sheet>
          ) : null}
          {data.dropOuts.length ? (
            <Sheet title={t('填到一半停下的')}>
              <PlainTable
                label={t('填到一半停下的')}
                rows={data.dropOuts}
                keyOf={d => d.number}
                columns={[
                  [t('停在'), d => t('第 {{n}} 题', { n: d.number })],
                  [t('人数'), d => d.n, { isNumber: true }],
                ]}
              />
            </Sheet>
          ) : null}
        </>
      )}
      {data.questions.map(q => (q.bars.length ? <Bars key={q.key} of={q} /> : null))}
    </>
  )
}
